package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Ceiling;
import dev.interlock.core.policy.Ceilings;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What calls cost: reserved before, settled after, kept while nobody knows; P7 and row 11 of the contract's order. */
class CostRulesTest {
    private static final long ALLOWED = 100;
    private static final long MOST = 30;

    private final RunBench bench = new RunBench(priced(Presets.balanced()));

    @Test
    void mostACallMayCost_isReservedUntilItsResultSaysWhatItCost() {
        bench.read("p1", "1");
        assertCost(ALLOWED, 0, MOST);
        bench.report(bench.idOf("p1"), Contracted.ok("1").withCostMicros(7));
        assertCost(ALLOWED, 7, 0);
        Budget told = bench.outcomes(Outcome.Type.RESULT).getLast().budgets().cost();
        assertThat(told.used()).isEqualTo(7);
        assertThat(told.remaining()).isEqualTo(ALLOWED - 7);
    }

    @Test
    void resultThatDoesNotSayWhatItCost_countsAsTheMostItMayHave() {
        bench.read("p1", "1");
        bench.report(bench.idOf("p1"), Contracted.broken());
        assertCost(ALLOWED, MOST, 0);
    }

    @Test
    void callBeyondWhatIsLeft_isDenied_andACheaperOneRuns() {
        for (int i = 0; i < 3; i++) {
            bench.read("p" + i, "" + i);
        }
        assertThat(Contracted.said(bench.read("p3", "3"))).isEqualTo("cost_budget");
        assertThat(bench.last().verdict().guard()).contains(new GuardReading("cost_micros", ALLOWED, 4 * MOST));
        assertThat(Contracted.said(bench.propose("p4", of("fetch").withEstimate(10))))
                .isEqualTo("ok");
        assertThat(Contracted.said(bench.propose("p5", of("fetch2").withEstimate(1))))
                .isEqualTo("cost_budget");
    }

    /** An agent that says it is cheap is not taken at its word; one that says it is dear is. */
    @Test
    void whatTheAgentExpects_onlyRaisesWhatIsReserved() {
        bench.propose("p1", of("search").withEstimate(1));
        assertCost(ALLOWED, 0, MOST);
        bench.propose("p2", of("search").withEstimate(50));
        assertCost(ALLOWED, 0, MOST + 50);
    }

    @Test
    void costAboveTheReservation_isBookedAsUsed_andThenTheGuardFires() {
        bench.read("p1", "1");
        bench.report(bench.idOf("p1"), Contracted.ok("1").withCostMicros(ALLOWED + 11));
        assertCost(ALLOWED, ALLOWED + 11, 0);
        assertThat(cost().remaining()).isEqualTo(-11);
        assertThat(Contracted.said(bench.propose("p2", of("free").withEstimate(0))))
                .isEqualTo("cost_budget");
    }

    /** Something that may cost anything runs as long as something is left. */
    @Test
    void callOfUnknownCost_runsUntilNothingIsLeft() {
        assertThat(Contracted.said(bench.propose("p1", of("fetch")))).isEqualTo("ok");
        bench.report(bench.idOf("p1"), Contracted.ok("1").withCostMicros(ALLOWED));
        assertThat(Contracted.said(bench.propose("p2", of("fetch")))).isEqualTo("cost_budget");
        assertThat(Contracted.said(bench.propose("p3", of("free").withEstimate(0))))
                .isEqualTo("ok");
    }

    @Test
    void unknownWrite_keepsItsReservation_untilSomebodyKnows() {
        bench.write("w1", "op-1", "1");
        answer("w1", Answer.Verdict.GRANTED, null);
        answer("w1", Answer.Verdict.UNKNOWN, null);
        assertCost(ALLOWED, 0, MOST);
        answer("w1", Answer.Verdict.COMMITTED, committed().withCostMicros(4));
        assertCost(ALLOWED, 4, 0);
    }

    @Test
    void refusedWrite_isGivenBack_andAReplayCostsNothing() {
        bench.write("w1", "op-1", "1");
        answer("w1", Answer.Verdict.REPLAYED, committed().withCostMicros(4));
        assertCost(ALLOWED, 0, 0);
        bench.write("w2", "op-1", "1");
        assertThat(bench.last().verdict().what()).isEqualTo(Verdict.What.REPLAY_REQUESTED);
        assertCost(ALLOWED, 0, 0);
        answer("w2", Answer.Verdict.REPLAYED, committed().withCostMicros(4));
        assertCost(ALLOWED, 0, 0);
    }

    @Test
    void callKeptByItsFence_isTriedAgainForTheSameReservation() {
        bench.read("p1", "1");
        bench.report(bench.idOf("p1"), RunBench.fenced(Effect.NONE));
        assertThat(bench.last().verdict().what()).isEqualTo(Verdict.What.RETRIED);
        assertCost(ALLOWED, 0, MOST);
    }

    /** Nobody knows what an attempt cost that did not answer: it is paid, and the next has a reservation of its own. */
    @Test
    void readThatDidNotAnswer_isTriedAgainOnlyWhileThereIsMoneyForBoth() {
        bench.read("p1", "1");
        due("p1", 1);
        assertThat(bench.last().verdict().what()).isEqualTo(Verdict.What.RETRIED);
        assertCost(ALLOWED, MOST, MOST);
        due("p1", 2);
        assertCost(ALLOWED, 2 * MOST, MOST);
        due("p1", 3);
        assertThat(bench.last().verdict().what()).isEqualTo(Verdict.What.TAKEN);
        assertCost(ALLOWED, 3 * MOST, 0);
    }

    @Test
    void writeFoundNotThere_isPaidBeforeItIsTriedAgain() {
        bench.write("w1", "op-1", "1");
        answer("w1", Answer.Verdict.GRANTED, null);
        answer("w1", Answer.Verdict.UNKNOWN, null);
        answer(
                "w1",
                Answer.Verdict.NOT_COMMITTED,
                RunBench.result(ResultStatus.RETRYABLE, Effect.NOT_COMMITTED, 0, false));
        assertThat(bench.last().verdict().what()).isEqualTo(Verdict.What.RETRIED);
        assertCost(ALLOWED, MOST, MOST);
    }

    @Test
    void grant_raisesTheCeiling_butNotBeyondTheHighestCostThereIs() {
        RunBench spent = new RunBench(priced(Presets.strict()));
        spent.read("p1", "1");
        spent.grant("g1", Ceiling.COST_MICROS, 500);
        assertThat(spent.state().orElseThrow().budgets().cost()).isEqualTo(new Budget(600, 0, MOST));
        assertThat(spent.grant("g2", Ceiling.COST_MICROS, Ceilings.MOST_MICROS)
                        .verdict()
                        .what())
                .isEqualTo(Verdict.What.REFUSED);
    }

    /** Nobody tells the successor what an open read cost. */
    @Test
    void resume_takesWhatIsSpentWithIt_andOpenReadsAsSpent() {
        bench.read("p1", "1");
        bench.report(bench.idOf("p1"), Contracted.ok("1").withCostMicros(7));
        bench.read("p2", "2");
        bench.stopped(dev.interlock.core.fact.StopScope.RUN, RunBench.RUN);
        RunBench successor = Resuming.successor(bench);
        assertThat(successor.state().orElseThrow().budgets().cost()).isEqualTo(new Budget(ALLOWED, 7 + MOST, 0));
    }

    @Test
    void policyWithoutACeiling_countsWhatIsSpent_andNeverFires() {
        RunBench free = new RunBench(Presets.balanced());
        free.read("p1", "1");
        free.report(free.idOf("p1"), Contracted.ok("1").withCostMicros(ALLOWED));
        assertThat(free.state().orElseThrow().budgets().cost()).isEqualTo(new Budget(Ceilings.MOST_MICROS, ALLOWED, 0));
        assertThat(Contracted.said(free.propose("p2", of("fetch").withEstimate(1_000_000))))
                .isEqualTo("ok");
    }

    @Test
    void strictRunThatSpentItsMoney_endsForThat() {
        RunBench strict = new RunBench(priced(Presets.strict()));
        strict.propose("p1", of("search").withEstimate(ALLOWED + 1));
        Outcome end = strict.outcomes(Outcome.Type.TERMINAL).getLast();
        assertThat(end.reason()).contains(Reason.COST_BUDGET);
        assertThat(end.guard()).contains(new GuardReading("cost_micros", ALLOWED, ALLOWED + 1));
    }

    private void assertCost(long allowed, long used, long reserved) {
        assertThat(cost()).isEqualTo(new Budget(allowed, used, reserved));
    }

    private Budget cost() {
        return bench.state().orElseThrow().budgets().cost();
    }

    private void due(String proposal, int attempt) {
        bench.due(new Timer.Dispatch(bench.idOf(proposal), attempt));
    }

    private void answer(String proposal, Answer.Verdict verdict, Result result) {
        bench.answer(Answer.To.REQUEST, verdict, bench.idOf(proposal), Optional.ofNullable(result));
    }

    private static Result committed() {
        return RunBench.result(ResultStatus.OK, Effect.COMMITTED, 0, false);
    }

    private static Call of(String tool) {
        return new Call(tool, Kind.READ, tool, "rule", Optional.empty(), tool);
    }

    private static Policy priced(Policy policy) {
        return policy.with(policy.ceilings().withCostMicros(ALLOWED))
                .with("search", policy.fallback().orElseThrow().withCostMicros(MOST))
                .with("pay", policy.fallback().orElseThrow().withCostMicros(MOST));
    }
}
