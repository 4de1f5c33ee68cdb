package dev.interlock.scenarios;

import dev.interlock.core.fact.StopScope;
import dev.interlock.core.operation.Operation;
import dev.interlock.core.policy.Ceiling;
import java.util.Optional;

/**
 * Where a scenario is played: the core in memory, or a gateway on a real broker. Names are those of the scenario; the
 * world maps them to its own. Every wait is bounded and fails with what was waited for.
 */
public interface World {
    /** Sends a proposal. The same one twice is a resend. */
    void propose(Sent sent);

    /** Waits for the answer to the last sending of a proposal id: its own answer or the end of its run. */
    Reply reply(Sent sent);

    /**
     * Sends an agent's wish to end its run.
     *
     * @param proposalId the id to send it under
     */
    void finish(String proposalId, Actor actor, String cause);

    /** Waits until a tool is at work for a proposal. */
    void awaitExecution(Sent sent);

    /** Lets time pass. */
    void pause(long ms);

    /** Stops something and waits until that is in force everywhere. */
    void stop(StopScope scope, String id);

    /** Lifts a stop and waits until that is in force everywhere. */
    void lift(StopScope scope, String id);

    /** Raises a ceiling of a run and waits until it is raised. */
    void grant(String run, Ceiling ceiling, long amount);

    /** Waits for a run's end, resumes it, and waits until the run that goes on is there. */
    void resume(String run);

    /** Says what became of an unknown operation and waits until it is settled. */
    void settle(String operation, Operation.State found);

    /** Says something about the call that a proposal was paused for. */
    void answer(Sent sent, Step.Says says);

    /** Waits for the answer to a proposal that was paused: its own answer or the end of its run. */
    Reply replyAfterPause(Sent sent);

    /** Kills the gateway and starts it again. */
    void restartGateway();

    /** Whether a run is known to have ended. */
    boolean hasEnded(String run);

    /** Waits for a run's terminal outcome. */
    RunEnd awaitEnd(String run);

    /** Waits until nothing that was dispatched is still to be reported, and counts. */
    Tally tally();

    /** The state an operation is in, waiting for the one expected as long as it may still come. */
    Optional<Operation.State> operation(String id, Operation.State expected);

    /**
     * A proposal as sent.
     *
     * @param proposalId the id it is sent under
     * @param turn the agent's model turn
     * @param proposal what is proposed
     */
    record Sent(String proposalId, int turn, ScriptedProposal proposal) {}

    /**
     * What was done in all runs of the scenario.
     *
     * @param executions how often a tool was executed
     * @param dispatches how many <em>execute</em> dispatches there were
     */
    record Tally(int executions, int dispatches) {}
}
