package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Presets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who is told what when a call was held: the agents that wait, and the person who answers; design section 12. */
class HoldAnswersTest extends HoldCase {
    @Test
    void heldProposalSentAgain_isToldHowItsRunEnded() {
        bench.write("p1", "op-1", "1");
        assertThat(sentAgain(RunInput.Told.PAUSED)).containsExactly(new RunEffect.RepeatAnswer("p1"));
        bench.reject();
        assertThat(sentAgain(RunInput.Told.PAUSED)).containsExactly(new RunEffect.RepeatTerminal("p1"));
        assertThat(sentAgain(RunInput.Told.FINAL)).containsExactly(new RunEffect.RepeatAnswer("p1"));
    }

    @Test
    void heldProposalSentAgainWhileItsRunEnds_isNotToldToWaitForAPerson() {
        bench.write("w1", "op-0", "0");
        bench.approve("op-0pay0");
        bench.answer(TO, Answer.Verdict.GRANTED, bench.idOf("w1"), Optional.empty());
        bench.write("p1", "op-1", "1");
        bench.stopped(StopScope.RUN, RunBench.RUN);
        assertThat(phase()).isEqualTo(Phase.ENDING);
        assertThat(sentAgain(RunInput.Told.PAUSED)).isEmpty();
        assertThat(bench.last().verdict().what()).isEqualTo(Verdict.What.PENDING);
    }

    @Test
    void personAskedForByAnApprovedCall_isToldToEveryProposalThatWaits() {
        bench.write("p1", "op-1", "1");
        bench.write("p2", "op-1", "1");
        bench.approve(DIGEST);
        bench.answer(TO, Answer.Verdict.GRANTED, bench.idOf("p1"), Optional.empty());
        Result asks = RunBench.result(ResultStatus.HUMAN_REQUIRED, Effect.COMMITTED, 1, false);
        bench.approvalUsed(true)
                .answer(TO, Answer.Verdict.COMMITTED, bench.idOf("p1"), Optional.of(asks), Optional.empty());
        assertThat(bench.last().effects().stream()
                        .filter(e -> e instanceof RunEffect.Publish p && p.answers())
                        .map(e -> ((RunEffect.Publish) e).outcome())
                        .filter(o -> o.reason().equals(Optional.of(Reason.HUMAN_REQUIRED))))
                .extracting(o -> o.proposalId().orElseThrow())
                .containsExactly("p1", "p2");
    }

    @Test
    void whoeverSaysSomethingAboutNothing_isTold() {
        bench.write("p1", "op-1", "1");
        bench.decide(new RunInput.Approved("another", DIGEST, "control-1", "ann"));
        assertThat(bench.last().verdict().what()).isEqualTo(Verdict.What.IGNORED);
        assertThat(mistake().field()).isEqualTo("hold_id");
        assertThat(mistake().value()).isEqualTo("another");
        bench.decide(new RunInput.Rejected("another", Optional.empty(), "control-1", "ann"));
        assertThat(mistake().value()).isEqualTo("another");
        RunBench none = new RunBench(Presets.balanced());
        assertThat(none.approve(DIGEST).effects()).hasOnlyElementsOfType(RunEffect.Reject.class);
        assertThat(none.state()).isEmpty();
    }

    @Test
    void whoeverSaysSomethingAboutAnotherCall_isTold() {
        bench.write("p1", "op-1", "1");
        bench.approve("another");
        assertThat(mistake().field()).isEqualTo("digest");
        assertThat(mistake().rule()).contains(DIGEST);
        assertThat(mistake().value()).isEqualTo("another");
        bench.decide(new RunInput.Rejected(bench.pending(), Optional.of("another"), "control-1", "ann"));
        assertThat(bench.last().verdict().what()).isEqualTo(Verdict.What.MISMATCHED);
        assertThat(mistake().field()).isEqualTo("digest");
    }

    @Test
    void whoeverApprovesTooLate_isTold() {
        bench.write("p1", "op-1", "1");
        bench.at(1_000 + DAY).approve(DIGEST);
        assertThat(mistake().field()).isEqualTo("hold_id");
        assertThat(mistake().rule()).contains(Long.toString(1_000 + DAY));
    }

    @Test
    void approvedAndThenRefusedByTheOperationStage_keepsTheApprovalForTheSameCall() {
        String holdId = approveAndRefuse(Optional.of(Reason.OPERATION_IN_FLIGHT), false);
        assertThat(denials()).containsExactly(Reason.OPERATION_IN_FLIGHT);
        assertThat(run().holds().calls()).singleElement().satisfies(hold -> {
            assertThat(hold.holdId()).isEqualTo(holdId);
            assertThat(hold.standing()).isEqualTo(Hold.Standing.GRANTED);
        });
        assertThat(bench.write("p2", "op-1", "2").verdict().reason()).contains(Reason.APPROVAL_REQUIRED);
        assertThat(run().holds().calls())
                .filteredOn(hold -> hold.standing() == Hold.Standing.GRANTED)
                .extracting(Hold::holdId)
                .containsExactly(holdId);
    }

    @Test
    void approvalThatWasNotUsed_letsTheSameCallThroughOnce() {
        String holdId = approveAndRefuse(Optional.of(Reason.OPERATION_IN_FLIGHT), false);
        assertThat(bench.write("p2", "op-1", "1").verdict().what()).isEqualTo(Verdict.What.REQUESTED);
        assertThat(requests())
                .extracting(r -> r.call().approvalId().orElseThrow())
                .containsOnly(holdId);
        bench.answer(TO, Answer.Verdict.GRANTED, bench.idOf("p2"), Optional.empty());
        assertThat(run().holds().calls()).isEmpty();
    }

    @Test
    void approvalThatWasUsed_isNotGivenBackByARefusal() {
        approveAndRefuse(Optional.of(Reason.UNKNOWN_COMMIT), true);
        assertThat(bench.write("p2", "op-1", "1").verdict().what()).isEqualTo(Verdict.What.PAUSED);
    }

    @Test
    void approvalThatIsFree_expiresWithItsHold() {
        RunBench brief = new RunBench(withApproval(holding(Presets.balanced(), 500)));
        brief.write("p1", "op-1", "1");
        brief.approve(DIGEST);
        brief.answer(
                TO,
                Answer.Verdict.REFUSED,
                brief.idOf("p1"),
                Optional.empty(),
                Optional.of(Reason.OPERATION_IN_FLIGHT));
        brief.at(1_500);
        assertThat(brief.write("p2", "op-1", "1").verdict().what()).isEqualTo(Verdict.What.PAUSED);
    }

    @Test
    void callProvenNotExecuted_isTriedAgainUnderTheSameApproval() {
        approveAndGrant();
        bench.approvalUsed(true)
                .answer(
                        TO,
                        Answer.Verdict.NOT_COMMITTED,
                        bench.idOf("p1"),
                        Optional.of(RunBench.fenced(Effect.NOT_COMMITTED)),
                        Optional.empty());
        assertThat(requests()).hasSize(2);
        assertThat(requests()).extracting(r -> r.call().approvalId()).doesNotContain(Optional.empty());
    }
}
