package dev.interlock.scenarios.table;

import static dev.interlock.core.operation.Operation.State.COMMITTED;
import static dev.interlock.core.operation.Operation.State.UNKNOWN;
import static dev.interlock.core.outcome.Reason.CALL_BUDGET;
import static dev.interlock.core.outcome.Reason.EXECUTOR_EXCEPTION;
import static dev.interlock.core.outcome.Reason.NOT_RESUMED_YET;
import static dev.interlock.core.outcome.Reason.PLAN_EXHAUSTED;
import static dev.interlock.core.outcome.Reason.UNKNOWN_COMMIT;
import static dev.interlock.core.outcome.Reason.VALIDATED_DONE;
import static dev.interlock.core.outcome.Status.COMPLETED;
import static dev.interlock.core.outcome.Status.NEEDS_RECONCILIATION;
import static dev.interlock.core.outcome.Status.PARTIAL;
import static dev.interlock.core.policy.Ceiling.CALLS;
import static dev.interlock.scenarios.Behaviour.ok;
import static dev.interlock.scenarios.Behaviour.throwing;
import static dev.interlock.scenarios.Scenario.named;
import static dev.interlock.scenarios.ScenarioPolicy.strict;
import static dev.interlock.scenarios.ScriptedProposal.read;
import static dev.interlock.scenarios.ScriptedProposal.write;
import static dev.interlock.scenarios.Step.finishes;
import static dev.interlock.scenarios.Step.operatorGrants;
import static dev.interlock.scenarios.Step.operatorResumes;

import dev.interlock.scenarios.Scenario;
import java.util.List;

/** Ended runs that go on in a new one. */
final class Resuming {
    private static final String NEXT = "run~1";
    private static final String OPERATION = "invoice-7";

    private Resuming() {}

    static List<Scenario> rows() {
        return List.of(
                named("resumed-at-a-spent-cap")
                        .titled("A run that is resumed has what was left of its caps, and more only by a grant")
                        .under(strict().set("ceilings.calls", 1).denies(CALL_BUDGET))
                        .when(
                                read("page").with("n", 1).gets(ok().revision(1)),
                                finishes(),
                                read("page").with("n", 2).inRun(NEXT).isDenied(NOT_RESUMED_YET),
                                operatorResumes(),
                                read("page").with("n", 2).inRun(NEXT).isDenied(CALL_BUDGET),
                                operatorGrants(NEXT, CALLS, 1),
                                read("page")
                                        .with("n", 2)
                                        .inRun(NEXT)
                                        .gets(ok().revision(2).done()))
                        .ends(PARTIAL, PLAN_EXHAUSTED)
                        .ends(NEXT, COMPLETED, VALIDATED_DONE)
                        .executes(2),
                named("resumed-behind-a-committed-write")
                        .titled("What a run wrote before it ended is not written again by the run that goes on")
                        .under(strict())
                        .when(
                                write("pay-invoice", OPERATION).gets(ok().revision(1)),
                                finishes(),
                                operatorResumes(),
                                write("pay-invoice", OPERATION).inRun(NEXT).isReplayed(),
                                finishes(NEXT))
                        .ends(PARTIAL, PLAN_EXHAUSTED)
                        .ends(NEXT, PARTIAL, PLAN_EXHAUSTED)
                        .executes(1)
                        .leaves(OPERATION, COMMITTED),
                named("resumed-with-an-unknown-write")
                        .titled("A write nobody knows the end of stays blocked in the run that goes on")
                        .under(strict())
                        .when(
                                write("pay-invoice", OPERATION).endsTheRun(throwing()),
                                operatorResumes(),
                                write("pay-invoice", OPERATION).inRun(NEXT).isDenied(UNKNOWN_COMMIT))
                        .ends(NEEDS_RECONCILIATION, EXECUTOR_EXCEPTION)
                        .ends(NEXT, NEEDS_RECONCILIATION, UNKNOWN_COMMIT)
                        .executes(1)
                        .leaves(OPERATION, UNKNOWN));
    }
}
