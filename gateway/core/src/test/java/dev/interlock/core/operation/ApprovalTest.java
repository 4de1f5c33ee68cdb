package dev.interlock.core.operation;

import static dev.interlock.core.operation.Cases.FIRST;
import static dev.interlock.core.operation.Cases.ID;
import static dev.interlock.core.operation.Cases.SECOND;
import static dev.interlock.core.operation.Cases.approved;
import static dev.interlock.core.operation.Cases.asks;
import static dev.interlock.core.operation.Cases.notExecuted;
import static dev.interlock.core.operation.Cases.reports;
import static dev.interlock.core.operation.Cases.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.operation.OperationEffect.Reply;
import dev.interlock.core.operation.OperationInput.Withdrawn;
import dev.interlock.core.operation.OperationVerdict.What;
import dev.interlock.core.outcome.Reason;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the operation stage makes of a person's approval: it is used by one epoch, and every answer says whether it is. */
class ApprovalTest {
    private static final long REPORTED = FIRST + 5 * SECOND;

    private final Trail trail = new Trail(ID);

    @Test
    void grant_usesTheApprovalAndSaysSo() {
        OperationDecision granted = asked("a-1", "h1");
        assertThat(granted.verdict().what()).isEqualTo(What.GRANTED);
        assertThat(used(granted)).containsExactly(true);
        assertThat(trail.operation().claim().approvals()).containsExactly("h1");
    }

    @Test
    void refusal_saysThatTheApprovalIsNotUsed() {
        trail.take(asks(request("run-b", "b-1")), FIRST);
        OperationDecision refused = asked("a-1", "h1");
        assertThat(refused.verdict().what()).isEqualTo(What.REFUSED);
        assertThat(used(refused)).containsExactly(false);
    }

    @Test
    void approvalOfAnEpochProvenNotExecuted_isGoodForTheNextOne() {
        asked("a-1", "h1");
        trail.take(reports(1, notExecuted(), "first", REPORTED), REPORTED);
        OperationDecision again = asked("a-2", "h1");
        assertThat(again.verdict().what()).isEqualTo(What.GRANTED);
        assertThat(trail.operation().claim().approvals()).containsExactly("h1");
    }

    @Test
    void approvalThatAnEarlierEpochUsed_isRefused() {
        asked("a-1", "h1");
        trail.take(reports(1, notExecuted(), "first", REPORTED), REPORTED);
        asked("a-2", "h2");
        trail.take(reports(2, notExecuted(), "second", REPORTED), REPORTED);
        OperationDecision old = asked("a-3", "h1");
        assertThat(old.verdict().reason()).contains(Reason.APPROVAL_REQUIRED);
        assertThat(used(old)).containsExactly(true);
        assertThat(old.effects()).noneMatch(OperationEffect.Execute.class::isInstance);
    }

    @Test
    void withdraw_isToldWhetherTheApprovalIsUsed() {
        asked("a-1", "h1");
        assertThat(used(trail.take(new Withdrawn("a-1", "run-a", "p1"), REPORTED)))
                .containsExactly(true);
        assertThat(used(trail.take(new Withdrawn("a-9", "run-a", "p9"), REPORTED)))
                .containsExactly(false);
    }

    @Test
    void approvalsRemembered_areBounded() {
        IntStream.rangeClosed(1, Claim.MOST_APPROVALS).forEach(epoch -> {
            asked("a-" + epoch, "h" + epoch);
            trail.take(reports(epoch, notExecuted(), "report" + epoch, REPORTED), REPORTED);
        });
        OperationDecision more = asked("a-more", "h-more");
        assertThat(more.verdict().reason()).contains(Reason.APPROVAL_REQUIRED);
        assertThat(used(more)).containsExactly(false);
    }

    private OperationDecision asked(String requestId, String approvalId) {
        return trail.take(asks(approved(request("run-a", requestId), approvalId)), REPORTED);
    }

    private static List<Boolean> used(OperationDecision decision) {
        return decision.effects().stream()
                .filter(Reply.class::isInstance)
                .map(effect -> ((Reply) effect).answer().approvalUsed())
                .toList();
    }
}
