package dev.interlock.server.stream;

import dev.interlock.server.wire.Destination;
import java.util.Locale;

/** Names of nodes and stores. They are part of what is stored: a changed name loses state. */
final class Names {
    static final String READ_CONTROL = "read-control";
    static final String ROUTE_CONTROL = "route-control";

    static final String READ_PROPOSALS = "read-proposals";
    static final String READ_RESULTS = "read-results";
    static final String READ_ANSWERS = "read-answers";
    static final String READ_RUN_CONTROL = "read-run-control";
    static final String DECIDE_RUN = "decide-run";
    static final String RUNS = "runs";
    static final String ANSWERS = "answers";
    static final String PAYLOADS = "payloads";
    static final String RUN_DEADLINES = "run-deadlines";
    static final String RUN_TASK = "run-task";
    static final String POLICIES = "policies";
    static final String RUN_INPUTS = "run-inputs";

    static final String READ_REQUESTS = "read-requests";
    static final String READ_OPERATION_RESULTS = "read-operation-results";
    static final String READ_OPERATION_CONTROL = "read-operation-control";
    static final String DECIDE_OPERATION = "decide-operation";
    static final String OPERATIONS = "operations";
    static final String OPERATION_VALUES = "operation-values";
    static final String OPEN_CLAIMS = "open-claims";
    static final String OPERATION_DEADLINES = "operation-deadlines";
    static final String OPERATION_TASK = "operation-task";
    static final String OPERATION_INPUTS = "operation-inputs";

    private Names() {}

    /** The store of how far a deciding node has come, which is written once for each transaction. */
    static String inputs(String decider) {
        return decider.equals(DECIDE_RUN) ? RUN_INPUTS : OPERATION_INPUTS;
    }

    /** The node that writes a topic for a deciding node. */
    static String sink(String decider, Destination to) {
        return decider + "-to-" + to.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
