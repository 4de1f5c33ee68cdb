package dev.interlock.scenarios;

import java.util.Optional;

/**
 * Who proposes in a scenario.
 *
 * @param run the run, by its name in the scenario
 * @param agent the agent, by its name in the scenario
 * @param handoffFrom the agent that handed over with this proposal
 * @param causedBy the operation that triggered the run, by its id in the scenario
 */
public record Actor(String run, String agent, Optional<String> handoffFrom, Optional<String> causedBy) {
    /** The run of a scenario that has only one, and the first of one that has several. */
    public static final String RUN = "run";

    /** The agent of a scenario that has only one. */
    public static final String AGENT = "agent";

    static final Actor ONLY = new Actor(RUN, AGENT, Optional.empty(), Optional.empty());

    Actor inRun(String other) {
        return new Actor(other, agent, handoffFrom, causedBy);
    }

    Actor named(String other) {
        return new Actor(run, other, handoffFrom, causedBy);
    }

    Actor takingOverFrom(String other) {
        return new Actor(run, agent, Optional.of(other), causedBy);
    }

    Actor triggeredBy(String operation) {
        return new Actor(run, agent, handoffFrom, Optional.of(operation));
    }
}
