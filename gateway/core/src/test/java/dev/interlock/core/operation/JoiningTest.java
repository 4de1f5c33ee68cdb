package dev.interlock.core.operation;

import static dev.interlock.core.operation.Cases.ASKING;
import static dev.interlock.core.operation.Cases.CONTRACT;
import static dev.interlock.core.operation.Cases.FIRST;
import static dev.interlock.core.operation.Cases.ID;
import static dev.interlock.core.operation.Cases.SECOND;
import static dev.interlock.core.operation.Cases.asks;
import static dev.interlock.core.operation.Cases.committed;
import static dev.interlock.core.operation.Cases.notExecuted;
import static dev.interlock.core.operation.Cases.reports;
import static dev.interlock.core.operation.Cases.request;
import static dev.interlock.core.operation.Cases.stopOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.StopScope;
import dev.interlock.core.operation.OperationEffect.Reply;
import dev.interlock.core.operation.OperationInput.Stopped;
import dev.interlock.core.operation.OperationInput.TimeoutDue;
import dev.interlock.core.operation.OperationInput.Withdrawn;
import dev.interlock.core.operation.OperationVerdict.What;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.ToolContract;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests that wait for the claim of another run. */
class JoiningTest {
    private static final long LATER = FIRST + SECOND;

    private final Trail trail = new Trail(ID);

    @Test
    void allWhoWait_areAnsweredReplayedWithTheResultTheHolderGot() {
        claimedWithTwoWaiting();
        List<Reply> replies = replies(trail.take(reports(1, committed(), "first", LATER), LATER));

        assertThat(replies).extracting(Reply::runId).containsExactly("run-a", "run-b", "run-c");
        assertThat(replies)
                .extracting(r -> r.answer().verdict().name())
                .containsExactly("COMMITTED", "REPLAYED", "REPLAYED");
        assertThat(replies).extracting(r -> r.answer().requestId()).containsExactly("a-1", "b-1", "c-1");
        assertThat(replies)
                .allSatisfy(r -> assertThat(r.answer().result()).contains(committed()))
                .allSatisfy(r -> assertThat(r.answer().base()).containsEntry("", 5L));
    }

    @Test
    void afterWhatWasNotExecuted_theFirstToAskAgainIsGrantedAndTheNextWaitsForIt() {
        claimedWithTwoWaiting();
        List<Reply> replies = replies(trail.take(reports(1, notExecuted(), "first", LATER), LATER));

        assertThat(replies)
                .extracting(r -> r.answer().verdict().name())
                .containsExactly("NOT_COMMITTED", "RECHECK", "RECHECK");
        assertThat(ask("run-c", "c-2")).isEqualTo(What.GRANTED);
        assertThat(ask("run-b", "b-2")).isEqualTo(What.JOINED);
        assertThat(trail.operation().claim().request().runId()).isEqualTo("run-c");
    }

    @Test
    void whenNobodyKnows_whoWaitsIsRefusedAndTheHolderKeepsItsReservation() {
        claimedWithTwoWaiting();
        List<Reply> replies = replies(trail.take(new TimeoutDue(1), FIRST + 30 * SECOND));

        assertThat(replies)
                .extracting(r -> r.answer().verdict().name())
                .containsExactly("UNKNOWN", "REFUSED", "REFUSED");
        assertThat(replies).allSatisfy(r -> assertThat(r.answer().reason()).contains(Reason.UNKNOWN_COMMIT));
    }

    @Test
    void oneMoreThanTheContractAllows_isDenied() {
        claimedWithTwoWaiting();

        assertThat(ask("run-d", "d-1")).isEqualTo(What.REFUSED);
    }

    @Test
    void fewerOfTheTwoContracts_mayWait() {
        trail.take(asks(request("run-a", "a-1", ASKING)), FIRST);
        assertThat(trail.take(asks(request("run-b", "b-1", CONTRACT)), FIRST)
                        .verdict()
                        .what())
                .isEqualTo(What.REFUSED);
    }

    @Test
    void stopOfARunThatWaits_leavesHolderAndOthersAlone() {
        claimedWithTwoWaiting();
        OperationDecision decision = trail.take(new Stopped(stopOf(StopScope.RUN, "run-b")), LATER);

        assertThat(replies(decision)).extracting(Reply::runId).containsExactly("run-b");
        assertThat(replies(decision).get(0).answer().reason()).contains(Reason.OPERATOR_STOP);
        assertThat(trail.operation().claim().stopRequested()).isFalse();
        assertThat(trail.operation().joiners()).extracting(Joiner::runId).containsExactly("run-c");
    }

    @Test
    void stopOfTheHolder_leavesThoseWhoWaitWaiting() {
        claimedWithTwoWaiting();
        OperationDecision decision = trail.take(new Stopped(stopOf(StopScope.RUN, "run-a")), LATER);

        assertThat(replies(decision)).isEmpty();
        assertThat(trail.operation().joiners()).hasSize(2);
    }

    @Test
    void withdrawnWait_isAnsweredOnceAndTheClaimGoesOn() {
        claimedWithTwoWaiting();
        trail.take(new Withdrawn("b-1", "run-b", "p"), LATER);
        List<Reply> replies = replies(trail.take(reports(1, committed(), "first", LATER), LATER));

        assertThat(replies).extracting(Reply::runId).containsExactly("run-a", "run-c");
    }

    private void claimedWithTwoWaiting() {
        trail.take(asks(request("run-a", "a-1", ASKING)), FIRST);
        assertThat(ask("run-b", "b-1")).isEqualTo(What.JOINED);
        assertThat(ask("run-c", "c-1")).isEqualTo(What.JOINED);
    }

    private What ask(String runId, String requestId) {
        ToolContract contract = ASKING;
        return trail.take(asks(request(runId, requestId, contract)), LATER)
                .verdict()
                .what();
    }

    private static List<Reply> replies(OperationDecision decision) {
        return decision.effects().stream()
                .filter(Reply.class::isInstance)
                .map(Reply.class::cast)
                .toList();
    }
}
