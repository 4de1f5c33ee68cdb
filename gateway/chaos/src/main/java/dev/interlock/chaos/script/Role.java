package dev.interlock.chaos.script;

import dev.interlock.worker.agent.AgentRun;

/**
 * A script as it is played in one run.
 *
 * @param run the run, at its first turn
 * @param owner what the operations of the script are named after: the run, unless several runs want the same
 * @param script the script
 */
record Role(AgentRun run, String owner, Script script) {
    String runId() {
        return run.runId();
    }

    /** The id of an operation of the script. */
    String operation(String name) {
        return owner + "." + name;
    }
}
