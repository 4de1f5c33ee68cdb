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
import dev.interlock.core.policy.Presets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a person's approval is worth, and what it is not; design section 12. */
class HoldRulesTest extends HoldCase {
    @Test
    void callThatNeedsApproval_isHeldAndNothingIsAskedFor() {
        RunDecision held = bench.write("p1", "op-1", "1");
        assertThat(held.verdict().what()).isEqualTo(Verdict.What.PAUSED);
        assertThat(held.verdict().reason()).contains(Reason.APPROVAL_REQUIRED);
        assertThat(phase()).isEqualTo(Phase.HELD);
        assertThat(bench.effects()).noneMatch(RunEffect.Request.class::isInstance);
        assertThat(run().budgets().calls().reserved()).isZero();
        Hold shown = bench.outcomes(Outcome.Type.PAUSED).get(0).hold().orElseThrow();
        assertThat(shown.call().digest()).isEqualTo(DIGEST);
        assertThat(shown.expiresAtMs()).isEqualTo(1_000 + DAY);
    }

    @Test
    void approval_sendsExactlyTheHeldCallWithItsId() {
        bench.write("p1", "op-1", "1");
        String holdId = bench.pending();
        assertThat(bench.approve(DIGEST).verdict().what()).isEqualTo(Verdict.What.REQUESTED);
        assertThat(requests()).extracting(r -> r.call().approvalId()).containsExactly(Optional.of(holdId));
        assertThat(requests()).extracting(r -> r.call().proposalId()).containsExactly("p1");
        assertThat(phase()).isEqualTo(Phase.OPEN);
    }

    @Test
    void approvalOfOneCall_approvesNoLaterCallOfTheSameTool() {
        approveAndGrant();
        commit("p1");
        assertThat(bench.write("p2", "op-2", "2").verdict().what()).isEqualTo(Verdict.What.PAUSED);
    }

    @Test
    void heldCallProposedAgain_joinsTheHoldAndGetsItsAnswer() {
        bench.write("p1", "op-1", "1");
        String holdId = bench.pending();
        bench.write("p2", "op-1", "1");
        bench.write("p3", "op-1", "1");
        assertThat(bench.outcomes(Outcome.Type.PAUSED))
                .extracting(o -> o.hold().orElseThrow().holdId())
                .containsOnly(holdId);
        bench.approve(DIGEST);
        assertThat(requests()).hasSize(1);
        bench.answer(TO, Answer.Verdict.GRANTED, bench.idOf("p1"), Optional.empty());
        commit("p1");
        assertThat(bench.outcomes(Outcome.Type.RESULT))
                .extracting(o -> o.proposalId().orElseThrow())
                .containsExactly("p1", "p2", "p3");
    }

    @Test
    void otherCallWhileHeld_isPausedAndJudgedWhenProposedAgain() {
        bench.write("p1", "op-1", "1");
        RunDecision other = bench.read("p2", "1");
        assertThat(other.verdict().what()).isEqualTo(Verdict.What.PAUSED);
        assertThat(other.effects()).noneMatch(e -> e instanceof RunEffect.Publish p && p.answers());
        bench.approve(DIGEST);
        assertThat(bench.read("p2", "1").verdict().what()).isEqualTo(Verdict.What.GRANTED);
    }

    @Test
    void approvalOfAnotherDigest_isRefusedAndDoesNotBurnTheHold() {
        bench.write("p1", "op-1", "1");
        String holdId = bench.pending();
        assertThat(bench.approve("op-1pay999").verdict().what()).isEqualTo(Verdict.What.MISMATCHED);
        assertThat(bench.effects()).noneMatch(RunEffect.Request.class::isInstance);
        assertThat(bench.pending()).isEqualTo(holdId);
        assertThat(bench.approve(DIGEST).verdict().what()).isEqualTo(Verdict.What.REQUESTED);
    }

    @Test
    void rejection_endsTheRunAndSaysThatAPersonSaidNo() {
        bench.write("p1", "op-1", "1");
        bench.reject();
        assertThat(terminal().status()).contains(Status.NEEDS_HUMAN);
        assertThat(terminal().reason()).contains(Reason.APPROVAL_REJECTED);
        assertThat(terminal().blocked().orElseThrow().proposalId()).isEqualTo("p1");
    }

    @Test
    void expiry_endsTheRunAndDoesNotSayThatAPersonSaidNo() {
        bench.write("p1", "op-1", "1");
        bench.at(1_000 + DAY).due(new Timer.Hold());
        assertThat(terminal().status()).contains(Status.NEEDS_HUMAN);
        assertThat(terminal().reason()).contains(Reason.APPROVAL_EXPIRED);
    }

    @Test
    void approvalThatComesWhenTheHoldExpired_isWorthNothing() {
        bench.write("p1", "op-1", "1");
        bench.at(1_000 + DAY).approve(DIGEST);
        assertThat(terminal().reason()).contains(Reason.APPROVAL_EXPIRED);
        assertThat(bench.effects()).noneMatch(RunEffect.Request.class::isInstance);
    }

    /** What a rule looks at may have changed while a person decided: what it denies by then is not let through. */
    @Test
    void callThatARuleDeniesByTheTimeOfItsApproval_isDenied_andTheApprovalStaysFree() {
        bench.write("p1", "op-1", "1");
        RunDecision denied = bench.decide(approval(bench.pending(), Reason.POLICY_BLOCKED));
        assertThat(denied.verdict().what()).isEqualTo(Verdict.What.DENIED);
        assertThat(bench.outcomes(Outcome.Type.DENIED).getLast().reason()).contains(Reason.POLICY_BLOCKED);
        assertThat(bench.outcomes(Outcome.Type.DENIED).getLast().fault()).isPresent();
        assertThat(bench.effects()).noneMatch(RunEffect.Request.class::isInstance);
        assertThat(phase()).isEqualTo(Phase.OPEN);
        assertThat(bench.write("p2", "op-1", "1").verdict().what()).isEqualTo(Verdict.What.REQUESTED);
    }

    /** That a person has to be asked is no reason to ask again. */
    @Test
    void ruleThatHasAPersonAsked_isAnsweredByTheApproval() {
        bench.write("p1", "op-1", "1");
        assertThat(bench.decide(approval(bench.pending(), Reason.APPROVAL_REQUIRED))
                        .verdict()
                        .what())
                .isEqualTo(Verdict.What.REQUESTED);
    }

    private static RunInput.Approved approval(String holdId, Reason reason) {
        return new RunInput.Approved(holdId, DIGEST, "control-1", "ann")
                .against(Optional.of(new Fault(reason, "rules.r", "not after a failed check", "deny")));
    }

    @Test
    void approvalAfterTheRunWasStopped_startsNothing() {
        bench.write("p1", "op-1", "1");
        String holdId = bench.pending();
        bench.stopped(StopScope.RUN, RunBench.RUN);
        RunDecision late = bench.decide(new RunInput.Approved(holdId, DIGEST, "control-2", "ann"));
        assertThat(late.verdict().what()).isEqualTo(Verdict.What.IGNORED);
        assertThat(bench.effects()).noneMatch(RunEffect.Request.class::isInstance);
    }

    @Test
    void approvalUnderAStopThatHasNotReachedTheRunYet_startsNothing() {
        bench.write("p1", "op-1", "1");
        bench.inForce(StopScope.ALL, "");
        assertThat(bench.approve(DIGEST).verdict().reason()).contains(Reason.ALL_STOPPED);
        assertThat(bench.effects()).noneMatch(RunEffect.Request.class::isInstance);
        assertThat(terminal().reason()).contains(Reason.ALL_STOPPED);
    }

    @Test
    void stopOfTheTool_voidsTheHoldForGood() {
        bench.write("p1", "op-1", "1");
        String holdId = bench.pending();
        bench.stopped(StopScope.TOOL, "pay");
        assertThat(phase()).isEqualTo(Phase.OPEN);
        assertThat(denials()).containsExactly(Reason.TOOL_STOPPED);
        RunDecision late = bench.decide(new RunInput.Approved(holdId, DIGEST, "control-2", "ann"));
        assertThat(late.verdict().what()).isEqualTo(Verdict.What.IGNORED);
        assertThat(bench.write("p2", "op-1", "1").verdict().what()).isEqualTo(Verdict.What.PAUSED);
    }

    @Test
    void stopOfTheTool_voidsAnApprovalThatWasFree() {
        approveAndRefuse(Optional.of(Reason.OPERATION_IN_FLIGHT), false);
        bench.stopped(StopScope.TOOL, "pay");
        assertThat(bench.write("p2", "op-1", "1").verdict().what()).isEqualTo(Verdict.What.PAUSED);
    }

    @Test
    void stopOfTheTool_voidsAnApprovalOnItsWay_evenWhenItComesBackUnused() {
        approve();
        bench.stopped(StopScope.TOOL, "pay");
        assertThat(run().holds().calls()).isEmpty();
        bench.answer(
                TO,
                Answer.Verdict.REFUSED,
                bench.idOf("p1"),
                Optional.empty(),
                Optional.of(Reason.OPERATION_IN_FLIGHT));
        assertThat(denials()).containsExactly(Reason.OPERATION_IN_FLIGHT);
        assertThat(bench.write("p2", "op-1", "1").verdict().what()).isEqualTo(Verdict.What.PAUSED);
    }

    @Test
    void stopOfTheTool_leavesACallOnItsWayThatIsClaimedAsItIs() {
        approve();
        bench.stopped(StopScope.TOOL, "pay");
        bench.answer(TO, Answer.Verdict.GRANTED, bench.idOf("p1"), Optional.empty());
        commit("p1");
        assertThat(bench.outcomes(Outcome.Type.RESULT)).hasSize(1);
        assertThat(run().holds().calls()).isEmpty();
    }

    @Test
    void callThatIsToBeCheckedAgain_isNotAskedForUnderAnApprovalThatAStopVoided() {
        approve();
        bench.stopped(StopScope.TOOL, "pay");
        bench.answer(TO, Answer.Verdict.RECHECK, bench.idOf("p1"), Optional.empty());
        assertThat(requests()).hasSize(1);
        assertThat(denials()).hasSize(1);
    }

    @Test
    void callThatIsToBeCheckedAgain_isAskedForUnderItsApproval() {
        approve();
        bench.answer(TO, Answer.Verdict.RECHECK, bench.idOf("p1"), Optional.empty());
        assertThat(requests()).hasSize(2);
    }

    @Test
    void clockStandsStillWhileHeld() {
        bench.at(1_000).write("p1", "op-1", "1");
        long deadline = run().deadlineAtMs();
        RunDecision late = bench.at(1_000 + DAY / 2).due(new Timer.Deadline());
        assertThat(late.verdict().what()).isEqualTo(Verdict.What.IGNORED);
        bench.approve(DIGEST);
        assertThat(run().deadlineAtMs()).isEqualTo(deadline + DAY / 2);
        assertThat(run().ranMs(bench.clock())).isZero();
        assertThat(bench.last().effects()).contains(new RunEffect.Arm(new Timer.Deadline(), deadline + DAY / 2));
        bench.answer(TO, Answer.Verdict.GRANTED, bench.idOf("p1"), Optional.empty());
        bench.at(deadline + DAY / 2).due(new Timer.Deadline());
        bench.answer(Answer.To.WITHDRAW, Answer.Verdict.GRANTED, bench.idOf("p1"), Optional.empty());
        assertThat(terminal().guard().orElseThrow().limit()).isEqualTo(3_600_000);
    }

    @Test
    void approvedCallOverACeiling_isDeniedAndKeepsItsApproval() {
        bench.read("r1", "1");
        approveAndGrant();
        Result undone = RunBench.result(ResultStatus.RETRYABLE, Effect.NOT_COMMITTED, 0, false);
        bench.approvalUsed(true)
                .answer(TO, Answer.Verdict.NOT_COMMITTED, bench.idOf("p1"), Optional.of(undone), Optional.empty());
        bench.write("p2", "op-1", "1");
        bench.report(bench.idOf("r1"), insideAnAdapter(200));
        assertThat(bench.approve(DIGEST).verdict().reason()).contains(Reason.RETRY_BUDGET);
        assertThat(requests()).hasSize(1);
        assertThat(run().holds().calls()).extracting(Hold::standing).containsExactly(Hold.Standing.GRANTED);
    }

    @Test
    void operationCommittedMeanwhile_isReplayedAndTheApprovalStaysFree() {
        bench.write("p1", "op-1", "1");
        bench.approve(DIGEST);
        Result stored = RunBench.result(ResultStatus.OK, Effect.COMMITTED, 1, false);
        bench.answer(TO, Answer.Verdict.REPLAYED, bench.idOf("p1"), Optional.of(stored));
        assertThat(run().holds().calls()).extracting(Hold::standing).containsExactly(Hold.Standing.GRANTED);
    }

    @Test
    void operationUnknownMeanwhile_isDeniedAfterApproval() {
        RunBench two = new RunBench(approving(Presets.balanced(), "refund"));
        two.write("w1", "op-1", "1");
        two.answer(TO, Answer.Verdict.GRANTED, two.idOf("w1"), Optional.empty());
        two.propose("p1", new Call("refund", Kind.WRITE, "refund1", "rule", Optional.of("op-2"), "refund1"));
        two.answer(TO, Answer.Verdict.UNKNOWN, two.idOf("w1"), Optional.empty());
        RunDecision decision = two.approve("refund1");
        assertThat(decision.verdict().reason()).contains(Reason.UNKNOWN_COMMIT);
        assertThat(two.state().orElseThrow().phase()).isEqualTo(Phase.RECONCILING);
        assertThat(decision.effects()).noneMatch(RunEffect.Request.class::isInstance);
    }

    @Test
    void resultThatAsksForAPerson_doesNotMoveTheExpiryOfAHold() {
        bench.read("r1", "1");
        bench.write("p1", "op-1", "1");
        long expires = run().holds().pending().orElseThrow().expiresAtMs();
        bench.at(5_000).report(bench.idOf("r1"), RunBench.result(ResultStatus.HUMAN_REQUIRED, Effect.NONE, 0, false));
        assertThat(bench.last().effects()).contains(new RunEffect.Arm(new Timer.Hold(), expires));
        bench.write("p2", "op-1", "1");
        long denied = run().budgets().denials().used();
        assertThat(bench.approve(DIGEST).verdict().what()).isEqualTo(Verdict.What.NOTED);
        assertThat(phase()).isEqualTo(Phase.HELD);
        assertThat(bench.outcomes(Outcome.Type.DENIED))
                .extracting(o -> o.proposalId().orElseThrow() + " " + o.reason().orElseThrow())
                .containsExactly("p1 " + Reason.HUMAN_REQUIRED, "p2 " + Reason.HUMAN_REQUIRED);
        assertThat(run().budgets().denials().used()).isEqualTo(denied);
        assertThat(bench.effects()).noneMatch(RunEffect.Request.class::isInstance);
        bench.at(5_000 + DAY).due(new Timer.Hold());
        assertThat(terminal().reason()).contains(Reason.HUMAN_REQUIRED);
    }

    @Test
    void nobodyIsAskedAboutACallThatIsDeniedAnyway() {
        RunBench spent = new RunBench(withApproval(Presets.articleA()));
        for (int i = 0; i < 4; i++) {
            spent.read("r" + i, String.valueOf(i));
        }
        assertThat(spent.write("p1", "op-1", "1").verdict().reason()).contains(Reason.CALL_BUDGET);
        assertThat(spent.outcomes(Outcome.Type.PAUSED)).isEmpty();
    }

    @Test
    void sameArgumentsWithAnotherDigest_areAnotherCall() {
        approveAndRefuse(Optional.of(Reason.OPERATION_IN_FLIGHT), false);
        Call volatileDiffers = new Call("pay", Kind.WRITE, "pay1", "rule", Optional.of("op-1"), "other digest");
        assertThat(bench.propose("p2", volatileDiffers).verdict().what()).isEqualTo(Verdict.What.PAUSED);
    }

    @Test
    void approvalsThatAreFree_areBounded() {
        for (int i = 0; i < 2 * Holds.MOST_APPROVED; i++) {
            bench.write("p" + i, "op-" + i, "1");
            bench.approve("op-" + i + "pay1");
            bench.answer(
                    TO,
                    Answer.Verdict.REFUSED,
                    bench.idOf("p" + i),
                    Optional.empty(),
                    Optional.of(Reason.IDENTITY_RULE_CHANGED));
        }
        assertThat(run().holds().calls()).hasSize(Holds.MOST_APPROVED);
    }
}
