package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Closure.Extent;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.ApprovalRule;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a run gets while no operator was heard. */
class DeadManTest {
    private static final GuardReading OF_WRITES = new GuardReading("dead_man", 500, 700);

    private final RunBench bench = new RunBench(Presets.balanced());

    @ParameterizedTest(name = "closed for {0}: {1} is {2}")
    @CsvSource({
        "NONE,   READ,  GRANTED",
        "NONE,   MODEL, GRANTED",
        "NONE,   WRITE, REQUESTED",
        "WRITES, READ,  GRANTED",
        "WRITES, MODEL, GRANTED",
        "WRITES, WRITE, DENIED",
        "ALL,    READ,  DENIED",
        "ALL,    MODEL, DENIED",
        "ALL,    WRITE, DENIED",
    })
    void aCall_isDeniedInTheClosedClassAlone(String extent, Kind kind, Verdict.What expected) {
        close(extent);
        Optional<String> operation = kind == Kind.WRITE ? Optional.of("op-1") : Optional.empty();
        RunDecision decision = bench.propose("p1", new Call("pay", kind, "pay1", "rule", operation, "pay1"));
        assertThat(decision.verdict().what()).isEqualTo(expected);
        assertThat(decision.effects())
                .filteredOn(e -> e instanceof RunEffect.Execute || e instanceof RunEffect.Request)
                .hasSize(expected == Verdict.What.DENIED ? 0 : 1);
    }

    @Test
    void theDenial_namesTheSwitch_whatItRead_andWhenToAskAgain() {
        bench.closed(Extent.WRITES).write("p1", "op-1", "1");
        Outcome denied = bench.outcomes(Outcome.Type.DENIED).get(0);
        assertThat(denied.reason()).contains(Reason.RETRY_TOO_EARLY);
        assertThat(denied.guard()).contains(OF_WRITES);
        assertThat(denied.retryAfterMs()).isEqualTo(OptionalLong.of(500));
    }

    @Test
    void denials_areNotCountedAgainstTheRun_andDoNotEndIt() {
        bench.closed(Extent.ALL);
        Budget before = Budgets.of(bench.policy().ceilings()).denials();
        for (int i = 0; i < 2 * before.allowed(); i++) {
            bench.proposeInTurn("p" + i, read(i), RunBench.AGENT, 1);
        }
        assertThat(run().budgets().denials()).isEqualTo(before);
        assertThat(run().phase()).isEqualTo(Phase.OPEN);
        assertThat(bench.opened().read("again", "1").verdict().what()).isEqualTo(Verdict.What.GRANTED);
    }

    @Test
    void whatIsWrongWithACall_isToldBeforeTheSwitch() {
        bench.closed(Extent.ALL);
        RunDecision decision =
                bench.propose("p1", new Call("pay", Kind.WRITE, "pay1", "rule", Optional.empty(), "pay1"));
        assertThat(decision.verdict().reason()).contains(Reason.MISSING_OPERATION_ID);
    }

    @Test
    void aStop_isToldBeforeTheSwitch() {
        bench.closed(Extent.ALL).inForce(dev.interlock.core.fact.StopScope.TOOL, "search");
        assertThat(bench.read("p1", "1").verdict().reason()).contains(Reason.TOOL_STOPPED);
    }

    @Test
    void aPerson_isNotAskedAboutACallThatIsClosed() {
        RunBench holding = new RunBench(asking());
        holding.closed(Extent.WRITES);
        assertThat(holding.write("p1", "op-1", "1").verdict().what()).isEqualTo(Verdict.What.DENIED);
        assertThat(holding.opened().write("p2", "op-1", "1").verdict().what()).isEqualTo(Verdict.What.PAUSED);
    }

    @Test
    void anApprovalGivenWhileClosed_isKeptForWhenItOpens() {
        RunBench holding = new RunBench(asking());
        holding.write("p1", "op-1", "1");
        holding.closed(Extent.WRITES);
        RunDecision approved = holding.approve("op-1pay1");
        assertThat(approved.verdict().reason()).contains(Reason.RETRY_TOO_EARLY);
        assertThat(holding.effects()).noneMatch(RunEffect.Request.class::isInstance);
        assertThat(holding.opened().write("p2", "op-1", "1").verdict().what()).isEqualTo(Verdict.What.REQUESTED);
    }

    @Test
    void aReadWithoutResult_isNotTriedAgainByTheGateway() {
        bench.read("p1", "1");
        OpenCall call = run().open().get(bench.idOf("p1"));
        bench.closed(Extent.ALL);
        RunDecision decision = bench.due(new Timer.Dispatch(call.dispatchId(), call.attempt()));
        assertThat(decision.effects()).noneMatch(RunEffect.Execute.class::isInstance);
        assertThat(bench.outcomes(Outcome.Type.RESULT)).hasSize(1);
        assertThat(run().phase()).isEqualTo(Phase.OPEN);
    }

    @Test
    void whatWasInFlight_isTakenAsEver_andTheRunMayFinish() {
        bench.read("p1", "1");
        bench.closed(Extent.ALL);
        bench.report(bench.idOf("p1"), RunBench.result(ResultStatus.OK, Effect.NONE, 1, false));
        assertThat(bench.outcomes(Outcome.Type.RESULT)).hasSize(1);
        bench.finish(Finish.Cause.AGENT);
        assertThat(run().phase()).isEqualTo(Phase.ENDED);
    }

    @Test
    void aCommittedWrite_isReplayedAsEver() {
        bench.write("p1", "op-1", "1");
        bench.answer(
                Answer.To.REQUEST,
                Answer.Verdict.COMMITTED,
                bench.idOf("p1"),
                Optional.of(RunBench.result(ResultStatus.OK, Effect.COMMITTED, 1, false)));
        bench.closed(Extent.ALL);
        assertThat(bench.write("p2", "op-1", "1").verdict().what()).isEqualTo(Verdict.What.REPLAY_REQUESTED);
    }

    @Test
    void aRefusalOfTheOperationStage_isPassedOnWithWhatItRead_andNotCounted() {
        bench.write("p1", "op-1", "1");
        Budget before = run().budgets().denials();
        bench.decide(new RunInput.Answered(new Answer(
                Answer.To.REQUEST,
                Answer.Verdict.REFUSED,
                bench.idOf("p1"),
                "op-1",
                0,
                Optional.empty(),
                Optional.of(Reason.RETRY_TOO_EARLY),
                Optional.of(OF_WRITES),
                OptionalLong.of(500),
                Optional.empty(),
                java.util.Map.of(),
                false,
                bench.clock())));
        assertThat(bench.outcomes(Outcome.Type.DENIED))
                .singleElement()
                .satisfies(denied -> assertThat(denied.guard()).contains(OF_WRITES));
        assertThat(run().budgets().denials()).isEqualTo(before);
        assertThat(run().budgets().calls().reserved()).isZero();
    }

    private void close(String extent) {
        Arrays.stream(Extent.values()).filter(e -> e.name().equals(extent)).forEach(bench::closed);
    }

    private static Call read(int i) {
        return new Call("search", Kind.READ, "search" + i, "rule", Optional.empty(), "search" + i);
    }

    private static Policy asking() {
        Policy balanced = Presets.balanced();
        return RunBench.changed(balanced, new ApprovalRule(List.of("pay")), balanced.horizons());
    }

    private RunState run() {
        return bench.state().orElseThrow();
    }
}
