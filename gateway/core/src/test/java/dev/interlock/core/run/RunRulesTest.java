package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Fault;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import dev.interlock.core.policy.Action;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Rules of a run that take more than one step to see. */
class RunRulesTest {
    private final RunBench bench = new RunBench(Presets.strict());

    @Test
    void shadowMode_deniesWhatCannotBeLetThrough() {
        RunBench shadow = new RunBench(observing(Presets.strict()));
        Fault fault = new Fault(Reason.INVALID_CALL, "kind", "must be read, write or model", "erase");
        Proposal unclear = new Proposal(
                "p1",
                "digest",
                RunBench.AGENT,
                1,
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                shadow.clock(),
                Optional.empty(),
                Optional.of(fault));
        RunDecision decision = shadow.decide(new RunInput.Proposed(unclear, Optional.empty()));
        assertThat(decision.verdict().what()).isEqualTo(Verdict.What.DENIED);
        assertThat(shadow.propose("p2", new Call("pay", Kind.WRITE, "f", "rule", Optional.empty(), "f"))
                        .verdict()
                        .reason())
                .contains(Reason.MISSING_OPERATION_ID);
    }

    @Test
    void shadowMode_letsARepetitionThroughAndSaysSo() {
        RunBench shadow = new RunBench(observing(Presets.strict()));
        for (int i = 0; i < 2; i++) {
            shadow.read("p" + i, "same");
        }
        RunDecision third = shadow.read("p2", "same");
        assertThat(third.verdict().what()).isEqualTo(Verdict.What.GRANTED);
        assertThat(third.verdict().reason()).contains(Reason.SAME_CALL);
    }

    @Test
    void doneAfterTheDeadline_doesNotCompleteARunThatIsEnding() {
        bench.read("p1", "1");
        bench.finish(Finish.Cause.AGENT);
        bench.at(61_001);
        bench.report(bench.idOf("p1"), RunBench.result(ResultStatus.OK, Effect.NONE, 1, true));
        assertThat(terminal().status()).contains(Status.PARTIAL);
    }

    @Test
    void doneInTime_completesARunThatIsEnding() {
        bench.read("p1", "1");
        bench.finish(Finish.Cause.AGENT);
        bench.report(bench.idOf("p1"), RunBench.result(ResultStatus.OK, Effect.NONE, 1, true));
        assertThat(terminal().status()).contains(Status.COMPLETED);
    }

    @Test
    void finishOfAProcessThatLostTheRun_isDenied() {
        Call call = new Call("search", Kind.READ, "f", "rule", Optional.empty(), "f");
        Proposal owned = bench.proposal("p1", call, RunBench.AGENT, 1);
        bench.decide(new RunInput.Proposed(
                new Proposal(
                        owned.proposalId(),
                        owned.contentDigest(),
                        owned.agentId(),
                        owned.turn(),
                        owned.userTurn(),
                        owned.handoffFrom(),
                        owned.causedBy(),
                        OptionalLong.of(2),
                        owned.issuedAtMs(),
                        owned.call(),
                        owned.fault()),
                Optional.empty()));
        Finish stale =
                new Finish("f1", "digest", RunBench.AGENT, Finish.Cause.AGENT, OptionalLong.of(1), bench.clock());
        RunDecision decision = bench.decide(new RunInput.Finished(stale, Optional.empty()));
        assertThat(decision.verdict().reason()).contains(Reason.STALE_OWNER);
        assertThat(bench.state().orElseThrow().phase()).isEqualTo(Phase.OPEN);
    }

    @Test
    void replay_isIdleUnlessTheRevisionRises() {
        RunBench balanced = new RunBench(Presets.balanced());
        balanced.write("p1", "op-1", "1");
        Result stored = RunBench.result(ResultStatus.OK, Effect.COMMITTED, 0, false);
        balanced.answer(Answer.To.REQUEST, Answer.Verdict.REPLAYED, balanced.idOf("p1"), Optional.of(stored));
        assertThat(balanced.state().orElseThrow().progress().idle()).isEqualTo(1);
    }

    @Test
    void committedWriteAskedForSeveralTimesAtOnce_isReplayedEachTime() {
        bench.write("p1", "op-1", "1");
        bench.answer(Answer.To.REQUEST, Answer.Verdict.GRANTED, bench.idOf("p1"), Optional.empty());
        Result done = RunBench.result(ResultStatus.OK, Effect.COMMITTED, 1, false);
        bench.answer(Answer.To.REQUEST, Answer.Verdict.COMMITTED, bench.idOf("p1"), Optional.of(done));
        for (int i = 2; i < 5; i++) {
            assertThat(bench.write("p" + i, "op-1", "1").verdict().what()).isEqualTo(Verdict.What.REPLAY_REQUESTED);
        }
    }

    @Test
    void loopOfReplays_endsByIdleness() {
        RunBench balanced = new RunBench(Presets.balanced());
        balanced.write("p0", "op-1", "1");
        replay(balanced, "p0");
        Call again = new Call("pay", Kind.WRITE, "pay1", "rule", Optional.of("op-1"), "op-1pay1");
        for (int i = 1; i < 40 && balanced.state().orElseThrow().judges(); i++) {
            balanced.proposeInTurn("p" + i, again, RunBench.AGENT, 1);
            replay(balanced, "p" + i);
        }
        assertThat(balanced.outcomes(Outcome.Type.TERMINAL).get(0).reason()).contains(Reason.NO_PROGRESS);
    }

    @Test
    void writeNotCommittedYet_tellsWhenToTryAgain() {
        bench.write("p1", "op-1", "1");
        String id = bench.idOf("p1");
        bench.answer(Answer.To.REQUEST, Answer.Verdict.GRANTED, id, Optional.empty());
        Result undone = RunBench.result(ResultStatus.RETRYABLE, Effect.NOT_COMMITTED, 0, false);
        bench.decide(new RunInput.Answered(new Answer(
                Answer.To.REQUEST,
                Answer.Verdict.NOT_COMMITTED,
                id,
                "op-1",
                1,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.of(33_000),
                Optional.of(undone),
                Map.of(),
                false,
                bench.clock())));
        assertThat(bench.outcomes(Outcome.Type.RESULT).get(0).retryAfterMs()).hasValue(33_000);
        RunDecision early = bench.write("p2", "op-1", "1");
        assertThat(early.verdict().reason()).contains(Reason.RETRY_TOO_EARLY);
    }

    @Test
    void runOfTheSameNameLater_givesOutOtherIds() {
        bench.read("p1", "1");
        RunBench later = new RunBench(Presets.strict());
        later.at(2_000).read("p1", "1");
        assertThat(later.idOf("p1")).isNotEqualTo(bench.idOf("p1"));
    }

    @Test
    void readThatTimesOutAfterAStopOfItsTool_isNotDispatchedAgain() {
        bench.read("p1", "1");
        bench.inForce(StopScope.TOOL, "search");
        RunDecision due = bench.at(31_001).due(new Timer.Dispatch(bench.idOf("p1"), 1));
        assertThat(due.effects()).noneMatch(RunEffect.Execute.class::isInstance);
    }

    private Outcome terminal() {
        return bench.outcomes(Outcome.Type.TERMINAL).get(0);
    }

    private static void replay(RunBench bench, String proposal) {
        Result stored = RunBench.result(ResultStatus.OK, Effect.COMMITTED, 0, false);
        bench.answer(Answer.To.REQUEST, Answer.Verdict.REPLAYED, bench.idOf(proposal), Optional.of(stored));
    }

    static Policy observing(Policy policy) {
        return policy.with(new Action.Observe(), Map.of());
    }
}
