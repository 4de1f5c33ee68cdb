package dev.interlock.scenarios.table;

import static dev.interlock.core.outcome.Reason.COST_BUDGET;
import static dev.interlock.core.outcome.Reason.PLAN_EXHAUSTED;
import static dev.interlock.core.outcome.Reason.RATE_LIMIT;
import static dev.interlock.core.outcome.Status.PARTIAL;
import static dev.interlock.core.outcome.Status.STOPPED;
import static dev.interlock.scenarios.Behaviour.ok;
import static dev.interlock.scenarios.Scenario.named;
import static dev.interlock.scenarios.ScenarioPolicy.balanced;
import static dev.interlock.scenarios.ScenarioPolicy.strict;
import static dev.interlock.scenarios.ScriptedProposal.read;
import static dev.interlock.scenarios.Step.finishes;

import dev.interlock.scenarios.Scenario;
import java.util.List;

/** What calls cost, and how fast they come. */
final class Spending {
    private static final int HOUR_MS = 3_600_000;

    private Spending() {}

    static List<Scenario> rows() {
        return List.of(
                named("cost-cap")
                        .titled("What calls did cost counts, and the one that may cost more than is left ends the run")
                        .under(strict().set("ceilings.cost_micros", 100).tool("page", "cost_micros", 40))
                        .when(
                                read("page").with("n", 1).gets(ok().revision(1).costing(10)),
                                read("page").with("n", 2).gets(ok().revision(2).costing(10)),
                                read("page").with("n", 3).gets(ok().revision(3).costing(10)),
                                read("page").with("n", 4).gets(ok().revision(4).costing(60)),
                                read("page").with("n", 5).isDenied(COST_BUDGET))
                        .ends(STOPPED, COST_BUDGET)
                        .executes(4),
                named("cost-nobody-told")
                        .titled("A call whose result does not say what it cost counts as the most it may have")
                        .under(strict().set("ceilings.cost_micros", 100).tool("page", "cost_micros", 40))
                        .when(
                                read("page").with("n", 1).gets(ok().revision(1)),
                                read("page").with("n", 2).gets(ok().revision(2)),
                                read("page").with("n", 3).isDenied(COST_BUDGET))
                        .ends(STOPPED, COST_BUDGET)
                        .executes(2),
                named("too-fast")
                        .titled("A call that comes too soon after others is denied, and the run goes on")
                        .under(balanced().rate(2, HOUR_MS))
                        .when(
                                read("page").with("n", 1).gets(ok().revision(1)),
                                read("page").with("n", 2).gets(ok().revision(2)),
                                read("page").with("n", 3).isDenied(RATE_LIMIT),
                                finishes())
                        .ends(PARTIAL, PLAN_EXHAUSTED)
                        .executes(2));
    }
}
