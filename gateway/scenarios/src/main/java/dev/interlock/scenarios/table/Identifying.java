package dev.interlock.scenarios.table;

import static dev.interlock.core.operation.Operation.State.COMMITTED;
import static dev.interlock.core.operation.Operation.State.UNKNOWN;
import static dev.interlock.core.outcome.Reason.CALL_BUDGET;
import static dev.interlock.core.outcome.Reason.MISSING_OPERATION_ID;
import static dev.interlock.core.outcome.Reason.OPERATION_CONFLICT;
import static dev.interlock.core.outcome.Reason.PLAN_EXHAUSTED;
import static dev.interlock.core.outcome.Reason.UNKNOWN_COMMIT;
import static dev.interlock.core.outcome.Reason.VALIDATED_DONE;
import static dev.interlock.core.outcome.Status.COMPLETED;
import static dev.interlock.core.outcome.Status.NEEDS_RECONCILIATION;
import static dev.interlock.core.outcome.Status.PARTIAL;
import static dev.interlock.core.outcome.Status.STOPPED;
import static dev.interlock.scenarios.Behaviour.ok;
import static dev.interlock.scenarios.Scenario.named;
import static dev.interlock.scenarios.ScenarioPolicy.strict;
import static dev.interlock.scenarios.ScriptedProposal.read;
import static dev.interlock.scenarios.ScriptedProposal.write;
import static dev.interlock.scenarios.ScriptedProposal.writeWithoutOperation;
import static dev.interlock.scenarios.Step.finishes;
import static dev.interlock.scenarios.Step.gatewayRestarts;
import static dev.interlock.scenarios.Step.together;

import dev.interlock.scenarios.Actor;
import dev.interlock.scenarios.Scenario;
import dev.interlock.scenarios.ScriptedProposal;
import java.util.List;
import java.util.stream.Stream;

/** One operation, whoever asks for it, however often. */
final class Identifying {
    private static final String OTHER = "other-run";
    private static final int LONGER_THAN_A_RESTART_MS = 300_000;

    private Identifying() {}

    static List<Scenario> rows() {
        return Stream.of(once(), conflicts(), across()).flatMap(List::stream).toList();
    }

    private static List<Scenario> once() {
        return List.of(
                named("same-committed-write-twice")
                        .titled("The same committed write asked for twice is executed once")
                        .when(pay(100).gets(ok().revision(1)), pay(100).isReplayed(), finishes())
                        .ends(PARTIAL, PLAN_EXHAUSTED)
                        .executes(1)
                        .leaves("invoice-9", COMMITTED),
                named("replay-at-a-spent-call-budget")
                        .titled("A committed write is replayed although no call is left")
                        .under(strict().set("ceilings.calls", 1))
                        .when(
                                pay(100).gets(ok().revision(1)),
                                pay(100).isReplayed(),
                                read("page").isDenied(CALL_BUDGET))
                        .ends(STOPPED, CALL_BUDGET)
                        .executes(1),
                named("unknown-write-at-a-spent-call-budget")
                        .titled("An unknown write is unknown, not out of budget, although no call is left")
                        .under(strict().set("ceilings.calls", 1))
                        .when(pay(100).endsTheRun(ok().effect("unknown")), pay(100).findsTheRunEnded())
                        .ends(NEEDS_RECONCILIATION, UNKNOWN_COMMIT)
                        .executes(1)
                        .leaves("invoice-9", UNKNOWN),
                named("unknown-write-of-another-run")
                        .titled("A write that is unknown to one run is not executed by another")
                        .when(
                                pay(100).endsTheRun(ok().effect("unknown")),
                                pay(100).inRun(OTHER).isDenied(UNKNOWN_COMMIT))
                        .ends(NEEDS_RECONCILIATION, UNKNOWN_COMMIT)
                        .ends(OTHER, NEEDS_RECONCILIATION, UNKNOWN_COMMIT)
                        .executes(1)
                        .leaves("invoice-9", UNKNOWN));
    }

    private static List<Scenario> conflicts() {
        return List.of(
                named("operation-id-with-another-amount")
                        .titled("An operation id used again with another amount is a conflict")
                        .when(pay(100).gets(ok().revision(1)), pay(200).isDenied(OPERATION_CONFLICT))
                        .ends(STOPPED, OPERATION_CONFLICT)
                        .executes(1),
                named("operation-id-with-another-amount-in-another-run")
                        .titled("That holds across runs")
                        .when(
                                pay(100).gets(ok().revision(1).done()),
                                pay(200).inRun(OTHER).isDenied(OPERATION_CONFLICT))
                        .ends(COMPLETED, VALIDATED_DONE)
                        .ends(OTHER, STOPPED, OPERATION_CONFLICT)
                        .executes(1),
                named("operation-id-with-another-tool")
                        .titled("An operation id used again with another tool is a conflict")
                        .when(
                                pay(100).gets(ok().revision(1)),
                                write("refund", "invoice-9").with("amount", 100).isDenied(OPERATION_CONFLICT))
                        .ends(STOPPED, OPERATION_CONFLICT)
                        .executes(1),
                named("write-without-operation-id")
                        .titled("A write without an operation id is not let through")
                        .when(writeWithoutOperation("pay").with("amount", 100).isDenied(MISSING_OPERATION_ID))
                        .ends(STOPPED, MISSING_OPERATION_ID)
                        .executes(0),
                named("write-with-empty-operation-id")
                        .titled("An empty operation id is a missing one")
                        .when(write("pay", "").with("amount", 100).isDenied(MISSING_OPERATION_ID))
                        .ends(STOPPED, MISSING_OPERATION_ID)
                        .executes(0));
    }

    private static List<Scenario> across() {
        return List.of(
                named("two-runs-race-for-one-operation")
                        .titled("Two runs race for one operation: it is executed once, and both get its result")
                        .when(together(
                                pay(100).gets(ok().revision(1).done().after(1_000))
                                        .insisting(),
                                pay(100).inRun(OTHER)
                                        .gets(ok().revision(1).done().after(1_000))
                                        .insisting()))
                        .ends(Actor.RUN, COMPLETED, VALIDATED_DONE)
                        .ends(OTHER, COMPLETED, VALIDATED_DONE)
                        .executes(1)
                        .leaves("invoice-9", COMMITTED),
                named("restart-then-the-same-operation")
                        .titled("After a restart the same operation id brings the saved result, without an execution")
                        .under(strict().set("ceilings.wall_clock_ms", LONGER_THAN_A_RESTART_MS))
                        .when(pay(100).gets(ok().revision(1)), gatewayRestarts(), pay(100).isReplayed(), finishes())
                        .ends(PARTIAL, PLAN_EXHAUSTED)
                        .executes(1)
                        .leaves("invoice-9", COMMITTED));
    }

    private static ScriptedProposal pay(int amount) {
        return write("pay", "invoice-9").with("amount", amount);
    }
}
