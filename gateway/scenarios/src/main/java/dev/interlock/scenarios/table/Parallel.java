package dev.interlock.scenarios.table;

import static dev.interlock.core.outcome.Reason.CALL_BUDGET;
import static dev.interlock.core.outcome.Reason.PLAN_EXHAUSTED;
import static dev.interlock.core.outcome.Status.PARTIAL;
import static dev.interlock.scenarios.Behaviour.ok;
import static dev.interlock.scenarios.Scenario.named;
import static dev.interlock.scenarios.ScenarioPolicy.strict;
import static dev.interlock.scenarios.ScriptedProposal.read;
import static dev.interlock.scenarios.Step.finishes;
import static dev.interlock.scenarios.Step.together;

import dev.interlock.scenarios.Scenario;
import dev.interlock.scenarios.ScriptedProposal;
import java.util.List;

/** Several calls of one turn. */
final class Parallel {
    private Parallel() {}

    static List<Scenario> rows() {
        return List.of(named("five-parallel-calls-one-over-a-cap")
                .titled("Of five parallel calls the one over a cap is denied, the others go on")
                .under(strict().set("ceilings.calls", 4)
                        .set("repetition.idle", 10)
                        .denies(CALL_BUDGET))
                .when(
                        together(
                                page(1).gets(ok().revision(1)),
                                page(2).gets(ok().revision(1)),
                                page(3).gets(ok().revision(1)),
                                page(4).gets(ok().revision(1)),
                                page(5).isDenied(CALL_BUDGET)),
                        finishes())
                .ends(PARTIAL, PLAN_EXHAUSTED)
                .executes(4));
    }

    private static ScriptedProposal page(int n) {
        return read("page").with("n", n);
    }
}
