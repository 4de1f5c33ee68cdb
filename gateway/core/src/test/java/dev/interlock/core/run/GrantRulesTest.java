package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Mistake;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Action;
import dev.interlock.core.policy.ApprovalRule;
import dev.interlock.core.policy.Ceiling;
import dev.interlock.core.policy.Ceilings;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a grant raises, and what it does not; design sections 5 and 12. */
class GrantRulesTest {
    private static final long WALL_CLOCK_MS = 60_000;

    private final RunBench bench = new RunBench(small());

    @Test
    void runAtItsCallCap_letsThroughAsManyCallsAsAreGrantedAndNoMore() {
        answeredRead("p1", 1);
        answeredRead("p2", 2);
        assertThat(bench.read("p3", "3").verdict().reason()).contains(Reason.CALL_BUDGET);
        assertThat(bench.grant("g1", Ceiling.CALLS, 1).verdict().what()).isEqualTo(Verdict.What.RAISED);
        assertThat(answeredRead("p4", 3).verdict().what()).isEqualTo(Verdict.What.GRANTED);
        assertThat(bench.read("p5", "4").verdict().reason()).contains(Reason.CALL_BUDGET);
        assertThat(run().budgets().calls()).isEqualTo(new Budget(3, 3, 0));
    }

    @Test
    void grant_leavesWhatIsUsedAndReservedAndAllOtherCeilings() {
        bench.read("p1", "1");
        Budgets before = run().budgets();
        bench.grant("g1", new Grant.Rise(Ceiling.CALLS, 5), new Grant.Rise(Ceiling.RETRIES, 2));
        assertThat(run().budgets())
                .isEqualTo(before.calls(new Budget(7, 0, 1))
                        .retries(before.retries().raise(2)));
        assertThat(run().wallClockMs()).isEqualTo(WALL_CLOCK_MS);
    }

    @Test
    void command_isAppliedOnceHoweverOftenItComes() {
        bench.read("p1", "1");
        bench.grant("g1", Ceiling.CALLS, 1);
        RunState once = run();
        assertThat(bench.grant("g1", Ceiling.CALLS, 1).verdict().what()).isEqualTo(Verdict.What.IGNORED);
        assertThat(bench.grant("g1", Ceiling.TURNS, 9).verdict().what()).isEqualTo(Verdict.What.IGNORED);
        assertThat(run()).isEqualTo(once);
        bench.stopped(StopScope.RUN, RunBench.RUN);
        assertThat(bench.grant("g1", Ceiling.CALLS, 1).verdict().what()).isEqualTo(Verdict.What.IGNORED);
    }

    @Test
    void commandsThatWereApplied_areNeverForgotten_soARunTakesALimitedNumber() {
        bench.read("p1", "1");
        for (int i = 0; i < RunState.MOST_GRANTS; i++) {
            bench.grant("g" + i, Ceiling.TURNS, 1);
        }
        assertRefused(bench.grant("one more", Ceiling.TURNS, 1), "control_id");
        assertThat(bench.grant("g0", Ceiling.TURNS, 1).verdict().what()).isEqualTo(Verdict.What.IGNORED);
        assertThat(run().budgets().turns().allowed()).isEqualTo(50 + RunState.MOST_GRANTS);
    }

    @Test
    void time_movesTheDeadlineThatIsWaitedFor() {
        bench.read("p1", "1");
        long deadline = run().deadlineAtMs();
        assertThat(bench.grant("g1", Ceiling.WALL_CLOCK_MS, 5_000).effects())
                .containsExactly(new RunEffect.Arm(new Timer.Deadline(), deadline + 5_000));
        bench.at(deadline);
        assertThat(bench.read("p2", "2").verdict().what()).isEqualTo(Verdict.What.GRANTED);
        assertThat(run().wallClockMs()).isEqualTo(WALL_CLOCK_MS + 5_000);
    }

    @Test
    void timeGrantedToARunThatWaitsForAPerson_countsOnceItGoesOn() {
        bench.read("p1", "1");
        bench.propose("p2", RunBench.HELD);
        assertThat(bench.grant("g1", Ceiling.WALL_CLOCK_MS, 5_000).effects()).isEmpty();
        bench.at(bench.clock() + 40_000).approve(RunBench.HELD.digest());
        assertThat(run().wallClockMs()).isEqualTo(WALL_CLOCK_MS + 5_000);
        assertThat(run().deadlineAtMs()).isEqualTo(1_000 + WALL_CLOCK_MS + 5_000 + 40_000);
    }

    @Test
    void run_thatIsNotThereOrEndsOrHasEnded_getsNothing() {
        assertRefused(bench.grant("g1", Ceiling.CALLS, 1), "run_id");
        bench.write("p1", "op-1", "1");
        bench.stopped(StopScope.RUN, RunBench.RUN);
        assertThat(run().phase()).isEqualTo(Phase.ENDING);
        assertRefused(bench.grant("g1", Ceiling.CALLS, 1), "run_id");
        bench.answer(Answer.To.WITHDRAW, Answer.Verdict.WITHDRAWN, bench.idOf("p1"), Optional.empty());
        assertThat(run().phase()).isEqualTo(Phase.ENDED);
        assertRefused(bench.grant("g1", Ceiling.CALLS, 1), "run_id");
    }

    @Test
    void ceiling_staysFinite_andACommandThatAsksTooMuchOfOneRaisesNone() {
        bench.read("p1", "1");
        RunState before = run();
        assertRefused(
                bench.grant("g1", new Grant.Rise(Ceiling.TURNS, 1), new Grant.Rise(Ceiling.CALLS, Ceilings.MOST)),
                "grants.calls");
        assertRefused(bench.grant("g2", Ceiling.WALL_CLOCK_MS, Ceilings.LONGEST_MS), "grants.wall_clock_ms");
        assertRefused(
                bench.grant("g3", new Grant.Rise(Ceiling.TURNS, 99_950), new Grant.Rise(Ceiling.TURNS, 1)),
                "grants.turns");
        assertRefused(bench.grant("g4"), "grants");
        assertThat(run()).isEqualTo(before);
    }

    private RunDecision answeredRead(String proposalId, int revision) {
        RunDecision decision = bench.read(proposalId, String.valueOf(revision));
        bench.report(bench.idOf(proposalId), RunBench.result(ResultStatus.OK, Effect.NONE, revision, false));
        return decision;
    }

    private RunState run() {
        return bench.state().orElseThrow();
    }

    private static void assertRefused(RunDecision decision, String field) {
        assertThat(decision.verdict().what()).isEqualTo(Verdict.What.REFUSED);
        assertThat(decision.effects())
                .singleElement()
                .isInstanceOfSatisfying(
                        RunEffect.Reject.class,
                        reject -> assertThat(reject.mistake())
                                .extracting(Mistake::field)
                                .isEqualTo(field));
    }

    /** Two calls and no end of the run for a third, fifty turns, and a tool that needs approval. */
    private static Policy small() {
        Policy balanced = Presets.balanced();
        Ceilings few = new Ceilings(50, 2, 5, WALL_CLOCK_MS, 5, 5, 4, 50);
        return new Policy(
                balanced.name(),
                few,
                balanced.chains(),
                balanced.repetition(),
                balanced.otherwise(),
                Map.of(Reason.CALL_BUDGET, new Action.Deny()),
                balanced.ceilingsFirst(),
                balanced.stopOnFault(),
                balanced.horizons(),
                new ApprovalRule(List.of(RunBench.HELD.tool())),
                balanced.tools(),
                balanced.fallback());
    }
}
