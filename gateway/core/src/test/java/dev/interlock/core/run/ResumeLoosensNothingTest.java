package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import dev.interlock.core.policy.Ceiling;
import dev.interlock.core.policy.Presets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What was closed to an ended run, or happens to it on the way, is closed to the run that goes on from it. */
class ResumeLoosensNothingTest {

    @Test
    void triesOfOneCall_areCountedOverResumes() {
        RunBench first = new RunBench(Presets.strict());
        fails(first, "r1");
        stop(first);
        RunBench second = Resuming.successor(first);
        fails(second, "r2");
        stop(second);
        RunBench third = Resuming.successor(second);
        assertThat(third.read("r3", "1").verdict().what()).isEqualTo(Verdict.What.GRANTED);
        OpenCall tried = run(third).open().get(third.idOf("r3"));
        assertThat(tried.attempt()).isEqualTo(3);
        stop(third);
        RunBench fourth = Resuming.successor(third);
        assertThat(fourth.read("r4", "1").verdict().reason())
                .as("the try that was running at the resume counts")
                .contains(Reason.RETRY_BUDGET);
        assertThat(run(fourth).budgets().retries().used()).isEqualTo(2);
    }

    @Test
    void waitBeforeATry_isOverWithTheRun_andSoAreItsRepetitions() {
        RunBench first = new RunBench(Presets.strict());
        fails(first, "r1");
        stop(first);
        History kept = run(Resuming.successor(first)).history();
        assertThat(kept.retries().values()).containsExactly(new History.Retry(1, 0));
        assertThat(kept.calls()).isEmpty();
    }

    @Test
    void runThatWasDeniedTooOften_isDeniedAgain_untilMoreIsGranted() {
        RunBench denied = new RunBench(Presets.balanced());
        denied.read("r0", "0");
        while (run(denied).judges()) {
            denied.unreadable();
        }
        long allowed = run(denied).budgets().denials().allowed();
        assertThat(run(denied).budgets().denials().used()).isEqualTo(allowed + 1);
        RunBench successor = Resuming.successor(denied);
        assertThat(successor.read("r1", "1").verdict().reason()).contains(Reason.DENIALS);
        assertThat(run(successor).phase()).isEqualTo(Phase.ENDED);
        assertThat(run(successor).ending().orElseThrow().reason()).isEqualTo(Reason.DENIALS);

        RunBench raised = Resuming.successor(successor);
        raised.grant("g1", Ceiling.DENIALS, 2);
        assertThat(raised.read("r2", "2").verdict().what()).isEqualTo(Verdict.What.GRANTED);
    }

    @Test
    void stopThatComesBeforeTheCarryOver_endsTheRunAtOnce_andItsLiftChangesNothing() {
        RunBench ended = new RunBench(Presets.balanced());
        ended.causedBy(Triggered.CAUSE).read("r1", "1");
        ended.admitted(Triggered.ADMITTED);
        stop(ended);
        ended.resume("resume-1");
        RunBench successor = ended.successor().inForce(StopScope.CHAIN, "row-1");
        RunDecision begun = successor.decide(ended.told().get(0));
        assertThat(begun.verdict())
                .isEqualTo(Verdict.of(Verdict.What.CARRIED_OVER, Reason.CHAIN_STOPPED, Optional.empty()));
        assertThat(run(successor).phase()).isEqualTo(Phase.ENDED);
        assertThat(successor.outcomes(Outcome.Type.TERMINAL)).singleElement().satisfies(end -> {
            assertThat(end.reason()).contains(Reason.CHAIN_STOPPED);
            assertThat(end.resumedFrom()).contains(RunBench.RUN);
        });
    }

    @Test
    void writeThatBecomesUnknownAfterTheResume_andStaysSo_endsTheRun() {
        RunBench ended = claimed("w1");
        stop(ended);
        RunBench successor = Resuming.successor(ended);
        answer(ended, Answer.Verdict.UNKNOWN);
        answer(ended, Answer.Verdict.EXHAUSTED);
        assertThat(ended.told()).hasSize(3);
        ended.told().stream().skip(1).forEach(successor::decide);
        assertThat(run(successor).phase()).isEqualTo(Phase.ENDED);
        assertThat(run(successor).ending().orElseThrow().status()).isEqualTo(Status.NEEDS_RECONCILIATION);
        assertThat(run(successor).ending().orElseThrow().reason()).isEqualTo(Reason.UNKNOWN_COMMIT);
    }

    @Test
    void writeThatWasUnknownAtTheResume_isNoReasonToEnd_andAnEndedRunKeepsItsEnd() {
        RunBench ended = claimed("w1");
        answer(ended, Answer.Verdict.UNKNOWN);
        stop(ended);
        RunState before = run(ended);
        RunBench successor = Resuming.successor(ended);
        answer(ended, Answer.Verdict.EXHAUSTED);
        successor.decide(ended.told().get(1));
        assertThat(run(successor).phase()).isEqualTo(Phase.RECONCILING);
        assertThat(run(ended).ending()).isEqualTo(before.ending());
    }

    @Test
    void proposalIds_ofTheEndedRun_areNotThoseOfTheOneThatGoesOn() {
        RunBench ended = claimed("w1");
        stop(ended);
        RunBench successor = Resuming.successor(ended);
        successor.write("w1", "op-2", "2");
        List<Attempted> remembered = run(successor).history().calls();
        ended.answer(
                Answer.To.REQUEST,
                Answer.Verdict.NOT_COMMITTED,
                ended.idOf("w1"),
                Optional.of(RunBench.fenced(Effect.NOT_COMMITTED)));
        successor.decide(ended.told().get(1));
        assertThat(run(successor).budgets().calls().reserved()).isEqualTo(1);
        assertThat(run(successor).history().calls()).hasSize(1).isEqualTo(remembered);
        assertThat(run(successor).open().values()).singleElement().matches(call -> call.answers("w1"));
    }

    @Test
    void stub_ofARunThatWasResumed_staysForItsWholeHorizonFromThen() {
        RunBench ended = claimed("w1");
        stop(ended);
        ended.at(ended.clock() + 1_000_000).resume("resume-1");
        long stub = ended.policy().horizons().stubMs();
        assertThat(ended.last().effects()).contains(new RunEffect.Arm(new Timer.Stub(), ended.clock() + stub));
    }

    /** A write is claimed, and nobody answered yet. */
    private static RunBench claimed(String proposalId) {
        RunBench bench = new RunBench(Presets.balanced());
        bench.write(proposalId, "op-1", "1");
        answer(bench, Answer.Verdict.GRANTED);
        return bench;
    }

    private static void answer(RunBench bench, Answer.Verdict verdict) {
        bench.answer(Answer.To.REQUEST, verdict, bench.idOf("w1"), Optional.empty());
    }

    private static void fails(RunBench bench, String proposalId) {
        assertThat(bench.read(proposalId, "1").verdict().what()).isEqualTo(Verdict.What.GRANTED);
        Result again = RunBench.result(ResultStatus.RETRYABLE, Effect.NONE, 0, false);
        bench.report(bench.idOf(proposalId), again);
    }

    private static void stop(RunBench bench) {
        bench.stopped(StopScope.AGENT, RunBench.AGENT);
        List.copyOf(run(bench).ending().orElseThrow().withdrawsOpen())
                .forEach(id -> bench.answer(Answer.To.WITHDRAW, Answer.Verdict.GRANTED, id, Optional.empty()));
        assertThat(run(bench).phase()).isEqualTo(Phase.ENDED);
    }

    private static RunState run(RunBench bench) {
        return bench.state().orElseThrow();
    }
}
