package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Activation;
import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Fault;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.ApprovalRule;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A run that an operation triggered: admitted once, before anything of it runs, and for good. */
class ChainRulesTest {
    private static final Policy POLICY = Presets.balanced();

    private static final Fault FAULT = new Fault(Reason.INVALID_CALL, "args", "must be an object", "7");

    private final RunBench bench = new RunBench(POLICY).causedBy(Triggered.CAUSE);

    @Test
    void nothingRunsBeforeTheAdmissionIsAnswered_andThenAllInItsOrder() {
        bench.read("p1", "1");
        bench.write("p2", "op-2", "2");
        assertThat(bench.effects()).noneMatch(e -> e instanceof RunEffect.Execute || e instanceof RunEffect.Request);
        bench.admitted(Triggered.ADMITTED);
        assertThat(RunWalkTest.letThrough(bench.last().effects()).map(OpenCall::proposalId))
                .containsExactly("p1", "p2");
        assertThat(asked()).singleElement().satisfies(ask -> {
            assertThat(ask.operationId()).isEqualTo(Triggered.CAUSE);
            assertThat(ask.limits()).isEqualTo(POLICY.chains());
        });
    }

    @Test
    void oneAnswerThatDecidesAboutAllThatWaited_namesWhatWasDecidedAboutEach() {
        bench.read("p1", "1");
        bench.propose("p2", new Call("pay", Kind.WRITE, "pay2", "rule", Optional.of("op-2"), "d2"));
        bench.write("p3", "op-2", "another amount");
        bench.finish(Finish.Cause.AGENT);
        Verdict all = bench.admitted(Triggered.ADMITTED).verdict();
        assertThat(all.what()).isEqualTo(Verdict.What.GRANTED);
        assertThat(all.judged()).extracting(Verdict.Judged::proposalId).containsExactly("p1", "p2", "p3", "finish");
        assertThat(all.judged())
                .extracting(judged -> judged.verdict().what())
                .containsExactly(
                        Verdict.What.GRANTED, Verdict.What.REQUESTED, Verdict.What.DENIED, Verdict.What.ENDING);
        assertThat(all.judged().get(2).verdict().reason()).contains(Reason.OPERATION_CONFLICT);

        RunBench alone = new RunBench(POLICY).causedBy(Triggered.CAUSE);
        alone.read("p1", "1");
        assertThat(alone.admitted(Triggered.ADMITTED).verdict().judged()).isEmpty();
    }

    @Test
    void whatWaits_isBoundedByWhatMayBeOpen() {
        int most = POLICY.ceilings().parallel();
        IntStream.rangeClosed(1, most).forEach(i -> bench.read("p" + i, "" + i));
        RunDecision denied = bench.read("one-more", "x");
        assertThat(denied.verdict().reason()).contains(Reason.PARALLEL_LIMIT);
        assertThat(denied.verdict().guard()).contains(new GuardReading("parallel", most, most + 1L));
        assertThat(bench.admitted(Triggered.ADMITTED).after().orElseThrow().open())
                .hasSize(most);
    }

    @Test
    void aLateAnswer_findsNothingThatWaits() {
        bench.read("p1", "1");
        String asked =
                bench.state().orElseThrow().chain().awaited().orElseThrow().requestId();
        bench.stopped(StopScope.RUN, RunBench.RUN);
        RunDecision late = bench.decide(new RunInput.Admitted(asked, Triggered.ADMITTED));
        assertThat(late.verdict().what()).isEqualTo(Verdict.What.IGNORED);
        assertThat(late.effects()).isEmpty();
        assertThat(bench.outcomes(Outcome.Type.TERMINAL)).hasSize(1);
    }

    @Test
    void theDeadlineEndsTheWait_andTheRunsEndAnswersWhatWaited() {
        bench.read("p1", "1");
        bench.at(bench.state().orElseThrow().deadlineAtMs()).due(new Timer.Deadline());
        assertThat(bench.state().orElseThrow().phase()).isEqualTo(Phase.ENDED);
        assertThat(bench.effects()).contains(new RunEffect.DropPayload("p1"));
    }

    @Test
    void whatCameWithTheCallThatEndsTheRun_getsTheRunsEnd() {
        bench.read("p1", "1");
        bench.read("p2", "2");
        RunDecision refused = bench.admitted(Triggered.TOO_DEEP);
        assertThat(refused.verdict().reason()).contains(Reason.CHAIN_DEPTH);
        assertThat(refused.verdict().guard()).contains(new GuardReading("chain_depth", 5, 6));
        assertThat(refused.effects()).contains(new RunEffect.RepeatTerminal("p2"));
        Outcome end = bench.outcomes(Outcome.Type.TERMINAL).get(0);
        assertThat(end.reason()).contains(Reason.CHAIN_DEPTH);
        assertThat(end.guard()).contains(new GuardReading("chain_depth", 5, 6));
        assertThat(end.activation()).contains(new Activation("row-1", 6, 0));
    }

    @Test
    void twoEqualCallsThatNeedApproval_waitForOnePerson_andOnePayloadIsKept() {
        Policy asking = RunBench.changed(POLICY, new ApprovalRule(List.of(RunBench.HELD.tool())), POLICY.horizons());
        RunBench held = new RunBench(asking).causedBy(Triggered.CAUSE);
        held.propose("p1", RunBench.HELD);
        held.propose("p2", RunBench.HELD);
        RunDecision paused = held.admitted(Triggered.ADMITTED);
        assertThat(paused.after().orElseThrow().holds().pending().orElseThrow().proposals())
                .containsExactly("p1", "p2");
        assertThat(paused.effects())
                .contains(new RunEffect.DropPayload("p2"))
                .doesNotContain(new RunEffect.DropPayload("p1"));
    }

    @Test
    void anotherCause_isRefusedAndNamesTheFirst() {
        bench.read("p1", "1");
        bench.admitted(Triggered.ADMITTED);
        RunDecision other = bench.causedBy("row-8").read("p2", "2");
        assertThat(other.verdict().reason()).contains(Reason.INVALID_CALL);
        assertThat(bench.outcomes(Outcome.Type.DENIED).get(0).fault()).hasValueSatisfying(fault -> {
            assertThat(fault.field()).isEqualTo("caused_by.operation_id");
            assertThat(fault.rule()).contains(Triggered.CAUSE);
            assertThat(fault.value()).isEqualTo("row-8");
        });
        assertThat(bench.causedBy(Triggered.CAUSE).read("p3", "3").verdict().what())
                .isEqualTo(Verdict.What.GRANTED);
        assertThat(bench.causedBy(null).read("p4", "4").verdict().what()).isEqualTo(Verdict.What.GRANTED);
        assertThat(asked()).hasSize(1);
    }

    @Test
    void aGuardThatOnlyObserves_letsTheRunThroughAndSaysWhatItSaw() {
        RunBench shadow = new RunBench(RunRulesTest.observing(Presets.strict())).causedBy(Triggered.CAUSE);
        shadow.read("p1", "1");
        RunDecision through = shadow.admitted(Triggered.TOO_DEEP);
        assertThat(through.verdict().what()).isEqualTo(Verdict.What.GRANTED);
        assertThat(through.verdict().reason()).contains(Reason.CHAIN_DEPTH);
    }

    @Test
    void aStopOfItsChain_endsTheRunWholly_andOneOfAnotherDoesNot() {
        bench.read("p1", "1");
        bench.admitted(Triggered.ADMITTED);
        bench.stopped(StopScope.CHAIN, Triggered.CAUSE);
        assertThat(bench.state().orElseThrow().phase()).isEqualTo(Phase.OPEN);
        RunDecision stopped = bench.stopped(StopScope.CHAIN, "row-1");
        assertThat(stopped.effects()).anyMatch(RunEffect.Cancel.class::isInstance);
        assertThat(bench.state().orElseThrow().phase()).isEqualTo(Phase.ENDED);
        assertThat(bench.outcomes(Outcome.Type.TERMINAL).get(0).reason()).contains(Reason.CHAIN_STOPPED);
    }

    @Test
    void aRunStoppedBeforeItAsked_asksWhereItGoesOn() {
        bench.inForce(StopScope.ALL, "").read("p1", "1");
        assertThat(bench.state().orElseThrow().phase()).isEqualTo(Phase.ENDED);
        assertThat(bench.effects()).noneMatch(RunEffect.AskAdmission.class::isInstance);
        RunBench successor = Resuming.successor(bench.lifted());
        assertThat(successor.causedBy(null).write("p2", "op-2", "2").verdict().what())
                .isEqualTo(Verdict.What.PENDING);
        assertThat(successor.effects()).anyMatch(RunEffect.AskAdmission.class::isInstance);
        successor.admitted(Triggered.TOO_DEEP);
        assertThat(successor.outcomes(Outcome.Type.TERMINAL).get(0).reason()).contains(Reason.CHAIN_DEPTH);
    }

    @Test
    void aCallThatIsDeniedWhateverItsChainIs_isNotCountedInTheChain() {
        Proposal mistaken = bench.proposal("p1", null, "agent-1", 1, Optional.of(FAULT));
        bench.decide(new RunInput.Proposed(mistaken, Optional.empty()));
        assertThat(bench.effects()).noneMatch(RunEffect.AskAdmission.class::isInstance);
        assertThat(bench.read("p2", "2").verdict().what()).isEqualTo(Verdict.What.PENDING);
        assertThat(asked()).hasSize(1);
    }

    @Test
    void whoDoesNotOwnTheRunAnyMore_neitherWaitsNorEndsIt() {
        bench.owner(2).read("p1", "1");
        assertThat(bench.owner(1).finish(Finish.Cause.AGENT).verdict().reason()).contains(Reason.STALE_OWNER);
        assertThat(bench.read("p2", "2").verdict().reason()).contains(Reason.STALE_OWNER);
        bench.owner(2).read("p3", "3");
        bench.admitted(Triggered.ADMITTED);
        assertThat(RunWalkTest.letThrough(bench.last().effects()).map(OpenCall::proposalId))
                .containsExactly("p1", "p3");
    }

    @Test
    void aResumedRun_staysInItsChainWithoutBeingAdmittedAgain() {
        bench.read("p1", "1");
        bench.admitted(Triggered.ADMITTED);
        bench.report(bench.idOf("p1"), RunBench.result(ResultStatus.OK, Effect.NONE, 1, false));
        bench.finish(Finish.Cause.AGENT);
        RunBench successor = Resuming.successor(bench);
        assertThat(successor.state().orElseThrow().chain().root()).contains("row-1");
        assertThat(successor.causedBy(null).read("p2", "2").verdict().what()).isEqualTo(Verdict.What.GRANTED);
        assertThat(successor.effects()).noneMatch(RunEffect.AskAdmission.class::isInstance);
    }

    @Test
    void aRunResumedFromOneThatWasNeverAdmitted_asksStill() {
        bench.read("p1", "1");
        bench.stopped(StopScope.RUN, RunBench.RUN);
        RunBench successor = Resuming.successor(bench);
        successor.causedBy(null).read("p2", "2");
        assertThat(RunWalkTest.letThrough(successor.last().effects())).isEmpty();
        assertThat(successor.last().effects())
                .filteredOn(RunEffect.AskAdmission.class::isInstance)
                .singleElement()
                .extracting(ask -> ((RunEffect.AskAdmission) ask).operationId())
                .isEqualTo(Triggered.CAUSE);
    }

    private List<RunEffect.AskAdmission> asked() {
        return bench.effects().stream()
                .filter(RunEffect.AskAdmission.class::isInstance)
                .map(RunEffect.AskAdmission.class::cast)
                .toList();
    }

    @Test
    void aChainWhoseBeginningIsForgotten_endsHere_andTheDenialNamesThat() {
        bench.read("p1", "1");
        bench.admitted(Membership.unknown(Optional.of(new Activation("row-1", 3, 0))));
        assertThat(RunWalkTest.letThrough(bench.effects())).isEmpty();
        assertThat(bench.outcomes(Outcome.Type.DENIED).get(0).fault()).hasValueSatisfying(fault -> {
            assertThat(fault.rule()).contains("still knows the beginning of").endsWith("row-1");
            assertThat(fault.value()).isEqualTo(Triggered.CAUSE);
        });
        assertThat(bench.stopped(StopScope.CHAIN, "row-1").after().orElseThrow().phase())
                .as("a stop of the chain still reaches it")
                .isEqualTo(Phase.ENDED);
    }

    @Test
    void anUnknownCause_isWrongInTheProposal() {
        bench.read("p1", "1");
        RunDecision denied = bench.admitted(Membership.unknown());
        assertThat(denied.verdict().reason()).contains(Reason.INVALID_CALL);
        Optional<Outcome> told = bench.outcomes(Outcome.Type.DENIED).stream().findFirst();
        assertThat(told.flatMap(Outcome::fault))
                .hasValueSatisfying(fault -> assertThat(fault.value()).isEqualTo(Triggered.CAUSE));
    }
}
