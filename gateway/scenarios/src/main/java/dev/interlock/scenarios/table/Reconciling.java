package dev.interlock.scenarios.table;

import static dev.interlock.core.operation.Operation.State.COMMITTED;
import static dev.interlock.core.operation.Operation.State.NOT_COMMITTED;
import static dev.interlock.core.operation.Operation.State.UNKNOWN;
import static dev.interlock.core.outcome.Reason.EXECUTOR_EXCEPTION;
import static dev.interlock.core.outcome.Reason.UNKNOWN_COMMIT;
import static dev.interlock.core.outcome.Reason.VALIDATED_DONE;
import static dev.interlock.core.outcome.Status.COMPLETED;
import static dev.interlock.core.outcome.Status.NEEDS_RECONCILIATION;
import static dev.interlock.scenarios.Behaviour.absent;
import static dev.interlock.scenarios.Behaviour.ok;
import static dev.interlock.scenarios.Behaviour.throwing;
import static dev.interlock.scenarios.Behaviour.workerDying;
import static dev.interlock.scenarios.Scenario.named;
import static dev.interlock.scenarios.ScenarioPolicy.strict;
import static dev.interlock.scenarios.ScriptedProposal.write;
import static dev.interlock.scenarios.Step.begins;
import static dev.interlock.scenarios.Step.operatorSettles;
import static dev.interlock.scenarios.Step.waits;

import dev.interlock.scenarios.Behaviour;
import dev.interlock.scenarios.Scenario;
import dev.interlock.scenarios.ScenarioPolicy;
import dev.interlock.scenarios.ScriptedProposal;
import java.util.List;
import java.util.stream.Stream;

/** Writes that nobody answered for, and what finds out about them: a query, an operator, the run that waits for one. */
final class Reconciling {
    private static final String OTHER = "other-run";
    private static final String OPERATION = "transfer-1";
    private static final int LONGER_THAN_A_RESTART_MS = 300_000;

    /** Other rows kill the same worker: then the call waits for the next one, and must still have time to be executed. */
    private static final int LONGER_THAN_A_WORKER_IS_MISSED_MS = 20_000;

    /** Until a dispatch can have no effect any more: timeout, skew and settle delay, with room. */
    private static final long SETTLED_MS = 3_000;

    private static final ScenarioPolicy ASKS_TWICE = asking("transfer", 2).called("asks-twice");
    private static final ScenarioPolicy ASKS_NOBODY = quick("transfer").called("asks-nobody");

    private Reconciling() {}

    static List<Scenario> rows() {
        return Stream.of(asked(), settled(), joined()).flatMap(List::stream).toList();
    }

    private static List<Scenario> asked() {
        return List.of(
                named("query-finds-the-write-of-a-dead-worker")
                        .titled("A worker dies in a write; asked afterwards, the tool finds the effect: it is not done"
                                + " again")
                        .under(asking("debit-terminal", 5)
                                .tool("debit-terminal", "max_timeout_ms", LONGER_THAN_A_WORKER_IS_MISSED_MS)
                                .tool("debit-terminal", "timeout_ms", LONGER_THAN_A_WORKER_IS_MISSED_MS)
                                .set("ceilings.wall_clock_ms", LONGER_THAN_A_RESTART_MS)
                                .called("asks-a-restarted-worker"))
                        .when(write("debit-terminal", OPERATION)
                                .gets(workerDying())
                                .whenAsked(ok().revision(1).done()))
                        .ends(COMPLETED, VALIDATED_DONE)
                        .executes(1)
                        .leaves(OPERATION, COMMITTED),
                named("query-finds-nothing")
                        .titled("A write that threw and, as the tool finds, had no effect is tried once more")
                        .under(ASKS_TWICE)
                        .when(transfer(throwing(), ok().revision(1).done()).whenAsked(absent()))
                        .ends(COMPLETED, VALIDATED_DONE)
                        .executes(2)
                        .leaves(OPERATION, COMMITTED),
                named("query-cannot-tell-at-first")
                        .titled("A query that cannot tell is asked again, and what it finds then counts")
                        .under(ASKS_TWICE)
                        .when(transfer(throwing())
                                .whenAsked(throwing(), ok().revision(1).done()))
                        .ends(COMPLETED, VALIDATED_DONE)
                        .executes(1)
                        .leaves(OPERATION, COMMITTED),
                named("query-can-never-tell")
                        .titled("Where no query can tell, asking ends and the operation stays unknown")
                        .under(ASKS_TWICE)
                        .when(write("transfer", OPERATION)
                                .endsTheRun(throwing())
                                .whenAsked(throwing()))
                        .ends(NEEDS_RECONCILIATION, EXECUTOR_EXCEPTION)
                        .executes(1)
                        .leaves(OPERATION, UNKNOWN));
    }

    private static List<Scenario> settled() {
        return List.of(
                named("operator-settles-as-committed")
                        .titled("What an operator settled as committed is replayed to another run, not done again")
                        .under(ASKS_NOBODY)
                        .when(
                                write("transfer", OPERATION).endsTheRun(throwing()),
                                waits(SETTLED_MS),
                                operatorSettles(OPERATION, COMMITTED),
                                write("transfer", OPERATION).inRun(OTHER).isReplayed(),
                                write("transfer", "transfer-2")
                                        .inRun(OTHER)
                                        .gets(ok().revision(1).done()))
                        .ends(NEEDS_RECONCILIATION, EXECUTOR_EXCEPTION)
                        .ends(OTHER, COMPLETED, VALIDATED_DONE)
                        .executes(2)
                        .leaves(OPERATION, COMMITTED),
                named("operator-settles-as-not-committed")
                        .titled("What an operator settled as not committed another run may do")
                        .under(ASKS_NOBODY)
                        .when(
                                write("transfer", OPERATION).endsTheRun(throwing()),
                                write("transfer", OPERATION).inRun(OTHER).isDenied(UNKNOWN_COMMIT),
                                waits(SETTLED_MS),
                                operatorSettles(OPERATION, NOT_COMMITTED),
                                write("transfer", OPERATION)
                                        .inRun("third-run")
                                        .gets(ok().revision(1).done()))
                        .ends(NEEDS_RECONCILIATION, EXECUTOR_EXCEPTION)
                        .ends(OTHER, NEEDS_RECONCILIATION, UNKNOWN_COMMIT)
                        .ends("third-run", COMPLETED, VALIDATED_DONE)
                        .executes(2)
                        .leaves(OPERATION, COMMITTED));
    }

    private static List<Scenario> joined() {
        return List.of(
                named("second-run-joins-a-write-in-flight")
                        .titled("A run that wants a write which is in flight waits for it and gets its result")
                        .under(strict().tool("transfer", "max_joiners", 2))
                        .when(
                                begins(transfer(ok().revision(1).done().after(1_500))),
                                write("transfer", OPERATION).inRun(OTHER).isReplayed())
                        .ends(COMPLETED, VALIDATED_DONE)
                        .ends(OTHER, COMPLETED, VALIDATED_DONE)
                        .executes(1)
                        .leaves(OPERATION, COMMITTED),
                named("joined-write-turns-out-unknown")
                        .titled("A run that waits for a write which turns out unknown is told so, and does not do it"
                                + " itself")
                        .under(strict().tool("transfer", "max_joiners", 2))
                        .when(
                                begins(write("transfer", OPERATION)
                                        .endsTheRun(ok().effect("unknown").after(1_500))),
                                write("transfer", OPERATION).inRun(OTHER).isDenied(UNKNOWN_COMMIT))
                        .ends(NEEDS_RECONCILIATION, UNKNOWN_COMMIT)
                        .ends(OTHER, NEEDS_RECONCILIATION, UNKNOWN_COMMIT)
                        .executes(1)
                        .leaves(OPERATION, UNKNOWN));
    }

    private static ScriptedProposal transfer(Behaviour... executions) {
        return write("transfer", OPERATION).gets(executions);
    }

    /** A tool of short waits that can be asked. */
    private static ScenarioPolicy asking(String tool, int times) {
        return quick(tool)
                .tool(tool, "queryable", true)
                .tool(tool, "max_queries", times)
                .tool(tool, "query_backoff_ms", 1_000);
    }

    private static ScenarioPolicy quick(String tool) {
        return strict().tool(tool, "timeout_ms", 1_500)
                .tool(tool, "max_timeout_ms", 1_500)
                .tool(tool, "skew_ms", 300)
                .tool(tool, "settle_delay_ms", 300);
    }
}
