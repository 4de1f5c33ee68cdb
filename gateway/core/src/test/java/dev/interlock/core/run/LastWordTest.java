package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.outcome.NextAction;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import dev.interlock.core.policy.ApprovalRule;
import dev.interlock.core.policy.Ceiling;
import dev.interlock.core.policy.Ceilings;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A run that reaches a ceiling can still say what it has, with what its policy kept for that, and do nothing else. */
class LastWordTest {
    private static final int TURNS = 4;
    private static final int CALLS = 5;

    private final RunBench bench = new RunBench(policy());

    @Test
    void whatIsKept_isNotLeftForOtherCalls_andTheCallAtTheCeilingIsToldWhatMayStillBeDone() {
        for (int i = 1; i < TURNS; i++) {
            assertThat(read(i)).isEqualTo("ok");
        }
        assertThat(read(TURNS)).isEqualTo("turn_budget");
        Outcome denied = bench.outcomes(Outcome.Type.DENIED).getLast();
        assertThat(denied.nextActions()).containsExactly(NextAction.LAST_MODEL_CALL);
        assertThat(run().phase()).isEqualTo(Phase.OPEN);
        assertThat(run().closes()).isTrue();
    }

    @Test
    void oneCallOfAModel_isLetThrough_andItsAnswerIsTheLastGoodValueOfARunThatEndsForItsCeiling() {
        atTheCeiling();
        assertThat(say("s1")).isEqualTo("ok");
        assertThat(say("s2")).isEqualTo("turn_budget");
        bench.report(bench.idOf("s1"), answer());
        Outcome end = bench.outcomes(Outcome.Type.TERMINAL).getLast();
        assertThat(end.status()).contains(Status.STOPPED);
        assertThat(end.reason()).contains(Reason.TURN_BUDGET);
        assertThat(end.lastGood().orElseThrow().proposalId()).isEqualTo("s1");
        assertThat(end.budgets().turns()).isEqualTo(new Budget(TURNS, TURNS, 0));
    }

    /** Calls of the same answer arrive behind the one that met the ceiling: they do not take its last word away. */
    @Test
    void everyOtherCall_isDeniedForTheSameCeiling_andEndsNothing() {
        atTheCeiling();
        for (int i = 0; i < 3; i++) {
            assertThat(Contracted.said(bench.write("w" + i, "op-" + i, "1"))).isEqualTo("turn_budget");
            assertThat(bench.outcomes(Outcome.Type.DENIED).getLast().nextActions())
                    .containsExactly(NextAction.LAST_MODEL_CALL);
        }
        assertThat(say("s1")).isEqualTo("ok");
    }

    @Test
    void agentThatGoesOnWithOtherCalls_isEndedForTheCeiling_whenItWasDeniedTooOften() {
        atTheCeiling();
        for (int i = 0; i < 3; i++) {
            bench.write("w" + i, "op-" + i, "1");
        }
        assertThat(run().phase()).isEqualTo(Phase.OPEN);
        bench.write("w3", "op-3", "1");
        assertThat(end().reason()).contains(Reason.TURN_BUDGET);
    }

    @Test
    void ceilingOfCalls_keepsACallToo() {
        RunBench many = new RunBench(policy());
        for (int i = 1; i < CALLS; i++) {
            many.proposeInTurn("p" + i, Contracted.read("" + i, Optional.empty()), RunBench.AGENT, 1);
            many.report(many.idOf("p" + i), Contracted.ok("" + i));
        }
        many.proposeInTurn("p9", Contracted.read("9", Optional.empty()), RunBench.AGENT, 1);
        assertThat(many.last().verdict().reason()).contains(Reason.CALL_BUDGET);
        many.proposeInTurn("s1", model("s1"), RunBench.AGENT, 2);
        assertThat(many.last().verdict().what()).isEqualTo(Verdict.What.GRANTED);
        assertThat(many.state().orElseThrow().budgets().calls()).isEqualTo(new Budget(CALLS, CALLS - 1, 1));
    }

    /** What costs more than was kept and is left is not let through, and then there is nothing left to say. */
    @Test
    void moneyForTheLastWord_isKeptFromTheBeginning() {
        Policy priced = policy().with(policy().ceilings().withCostMicros(100).withLastTurn(30));
        RunBench dear = new RunBench(priced);
        spend(dear, 71);
        dear.proposeInTurn("s1", model("2").withEstimate(100), RunBench.AGENT, 2);
        assertThat(dear.last().verdict().what()).isEqualTo(Verdict.What.GRANTED);
        assertThat(dear.state().orElseThrow().budgets().cost()).isEqualTo(new Budget(100, 0, 100));
        RunBench dearer = new RunBench(priced);
        spend(dearer, 101);
        dearer.proposeInTurn("s1", model("2").withEstimate(101), RunBench.AGENT, 2);
        assertThat(dearer.state().orElseThrow().phase()).isEqualTo(Phase.ENDED);
    }

    @Test
    void callsInFlight_goOn_andAreNotSentAgain() {
        bench.read("p0", "0");
        for (int i = 2; i < TURNS; i++) {
            bench.read("p" + i, "" + i);
        }
        bench.read("p9", "9");
        bench.report(bench.idOf("p0"), RunBench.fenced(Effect.NONE));
        assertThat(bench.last().verdict().what()).isEqualTo(Verdict.What.TAKEN);
        bench.report(bench.idOf("p2"), Contracted.ok("2"));
        assertThat(bench.last().verdict().what()).isEqualTo(Verdict.What.TAKEN);
        assertThat(run().closes()).isTrue();
    }

    @Test
    void lastWordThatComesTooSoon_mayComeAgain() {
        Policy narrow = policy().with(new Ceilings(TURNS, CALLS, 5, 60_000, 5, 5, 1, 4).withLastTurn(0));
        RunBench one = new RunBench(narrow);
        one.read("p1", "1");
        for (int i = 0; i < 2; i++) {
            one.read("x" + i, "2");
        }
        one.read("x2", "3");
        assertThat(one.last().verdict().reason()).contains(Reason.TURN_BUDGET);
        one.propose("s1", model("s1"));
        assertThat(one.last().verdict().reason()).contains(Reason.PARALLEL_LIMIT);
        one.report(one.idOf("p1"), Contracted.ok("1"));
        one.propose("s2", model("s1"));
        assertThat(one.last().verdict().what()).isEqualTo(Verdict.What.GRANTED);
    }

    @Test
    void runThatIsStoppedOrOutOfTimeOrFinished_endsWithoutALastWord() {
        atTheCeiling();
        bench.finish(Finish.Cause.AGENT);
        assertThat(end().reason()).contains(Reason.TURN_BUDGET);
        RunBench late = closing();
        late.at(90_000_000).due(new Timer.Deadline());
        assertThat(late.outcomes(Outcome.Type.TERMINAL).getLast().reason()).contains(Reason.TURN_BUDGET);
        RunBench stopped = closing();
        stopped.stopped(StopScope.RUN, RunBench.RUN);
        assertThat(stopped.outcomes(Outcome.Type.TERMINAL).getLast().reason()).contains(Reason.OPERATOR_STOP);
    }

    /** Done on the last permitted call is done. */
    @Test
    void lastWordThatIsValidatedDone_completesTheRun() {
        atTheCeiling();
        say("s1");
        bench.report(bench.idOf("s1"), RunBench.result(ResultStatus.OK, Effect.NONE, 1, true));
        assertThat(end().status()).contains(Status.COMPLETED);
    }

    @Test
    void lastWordThatAPersonHasToApprove_isSaidOnceTheyDid() {
        RunBench asked =
                new RunBench(RunBench.changed(policy(), new ApprovalRule(List.of("writer")), policy().horizons()));
        for (int i = 1; i <= TURNS; i++) {
            asked.read("p" + i, "" + i);
        }
        asked.propose("s1", model("s1"));
        assertThat(asked.state().orElseThrow().phase()).isEqualTo(Phase.HELD);
        asked.approve(model("s1").digest());
        assertThat(asked.last().verdict().what()).isEqualTo(Verdict.What.GRANTED);
        asked.report(asked.idOf("s1"), answer());
        assertThat(asked.outcomes(Outcome.Type.TERMINAL).getLast().reason()).contains(Reason.TURN_BUDGET);
    }

    @Test
    void grant_isTooLateOnceItIsDecidedHowTheRunEnds() {
        atTheCeiling();
        assertThat(bench.grant("g1", Ceiling.TURNS, 5).verdict().what()).isEqualTo(Verdict.What.REFUSED);
    }

    @Test
    void runThatEndsOtherwise_givesBackWhatWasKept_andItsSuccessorKeepsItAnew() {
        bench.read("p1", "1");
        bench.report(bench.idOf("p1"), Contracted.ok("1"));
        bench.finish(Finish.Cause.AGENT);
        assertThat(end().budgets().turns()).isEqualTo(new Budget(TURNS, 1, 0));
        RunBench successor = Resuming.successor(bench);
        assertThat(successor.state().orElseThrow().budgets().turns()).isEqualTo(new Budget(TURNS, 1, 1));
    }

    @Test
    void runThatWasStoppedForALoop_hasNoLastWord() {
        Policy strict = Presets.strict();
        RunBench loops = new RunBench(strict.with(strict.ceilings().withLastTurn(0)));
        for (int i = 0; i < 3; i++) {
            loops.read("p" + i, "same");
        }
        assertThat(loops.outcomes(Outcome.Type.TERMINAL).getLast().reason()).contains(Reason.SAME_CALL);
    }

    /** As often as it takes until the policy stops for it. */
    private static void spend(RunBench bench, long micros) {
        for (int i = 0; i < 4; i++) {
            bench.proposeInTurn("p" + i, model("1").withEstimate(micros), RunBench.AGENT, 1);
            assertThat(bench.last().verdict().reason()).contains(Reason.COST_BUDGET);
        }
        assertThat(bench.state().orElseThrow().closes()).isTrue();
    }

    private void atTheCeiling() {
        for (int i = 1; i <= TURNS; i++) {
            read(i);
        }
        assertThat(run().closes()).isTrue();
    }

    private static RunBench closing() {
        RunBench closing = new RunBench(policy());
        for (int i = 1; i <= TURNS; i++) {
            closing.read("p" + i, "" + i);
        }
        return closing;
    }

    private String read(int i) {
        String said = Contracted.said(bench.read("p" + i, "" + i));
        if (said.equals("ok")) {
            bench.report(bench.idOf("p" + i), Contracted.ok("result " + i));
        }
        return said;
    }

    private String say(String id) {
        return Contracted.said(bench.propose(id, model(id)));
    }

    private static Call model(String what) {
        return new Call("writer", Kind.MODEL, what, "rule", Optional.empty(), what);
    }

    private static Result answer() {
        return Contracted.ok("what there is");
    }

    private Outcome end() {
        return bench.outcomes(Outcome.Type.TERMINAL).getLast();
    }

    private RunState run() {
        return bench.state().orElseThrow();
    }

    private static Policy policy() {
        Policy balanced = Presets.balanced();
        return balanced.with(new Ceilings(TURNS, CALLS, 5, 60_000, 5, 5, 16, 4).withLastTurn(0));
    }
}
