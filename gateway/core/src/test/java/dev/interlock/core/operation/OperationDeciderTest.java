package dev.interlock.core.operation;

import static dev.interlock.core.operation.Cases.FIRST;
import static dev.interlock.core.operation.Cases.HOUR;
import static dev.interlock.core.operation.Cases.ID;
import static dev.interlock.core.operation.Cases.OTHER;
import static dev.interlock.core.operation.Cases.SECOND;
import static dev.interlock.core.operation.Cases.asks;
import static dev.interlock.core.operation.Cases.committed;
import static dev.interlock.core.operation.Cases.contract;
import static dev.interlock.core.operation.Cases.malformed;
import static dev.interlock.core.operation.Cases.notCommitted;
import static dev.interlock.core.operation.Cases.notExecuted;
import static dev.interlock.core.operation.Cases.reports;
import static dev.interlock.core.operation.Cases.request;
import static dev.interlock.core.operation.Cases.stopOf;
import static dev.interlock.core.operation.Cases.threw;
import static dev.interlock.core.operation.Cases.withBase;
import static dev.interlock.core.operation.Cases.withStub;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.operation.OperationEffect.ArmHorizon;
import dev.interlock.core.operation.OperationEffect.ArmTimeout;
import dev.interlock.core.operation.OperationEffect.Cancel;
import dev.interlock.core.operation.OperationEffect.Execute;
import dev.interlock.core.operation.OperationEffect.Reply;
import dev.interlock.core.operation.OperationInput.HorizonDue;
import dev.interlock.core.operation.OperationInput.Stopped;
import dev.interlock.core.operation.OperationInput.TimeoutDue;
import dev.interlock.core.operation.OperationInput.Withdrawn;
import dev.interlock.core.operation.OperationVerdict.What;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.run.Answer;
import dev.interlock.core.run.Answer.To;
import dev.interlock.core.run.Answer.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the table of moves leaves open: ids, times, and what an answer carries. */
class OperationDeciderTest {
    private static final Request ASKED = request("run-a", "a-1");
    private static final long REPORTED = FIRST + 5 * SECOND;
    private static final long SETTLED = FIRST + 43 * SECOND;

    private final Trail trail = new Trail(ID);

    @Test
    void grant_dispatchesTheFirstEpochUnderItsOwnId() {
        OperationDecision decision = trail.take(asks(ASKED), FIRST);

        Claim claim = new Claim(ASKED, 1, "pay-42#e1", FIRST, false, List.of());
        assertThat(decision.effects())
                .contains(new Execute(claim, 30 * SECOND), new ArmTimeout(1, FIRST + 30 * SECOND));
        assertThat(answers(decision)).containsExactly(answer(Verdict.GRANTED, Optional.empty(), FIRST));
        assertThat(trail.operation().claim()).isEqualTo(claim);
        assertThat(trail.operation().version()).isEqualTo(1);
    }

    @Test
    void reply_goesToTheRunAndProposalThatAsked() {
        OperationDecision granted = trail.take(asks(ASKED), FIRST);
        OperationDecision refused = trail.take(asks(OTHER), FIRST);

        assertThat(replies(granted)).extracting(Reply::runId).containsExactly("run-a");
        assertThat(replies(granted)).extracting(Reply::proposalId).containsExactly("proposal-of-a-1");
        assertThat(replies(refused)).extracting(Reply::runId).containsExactly("run-b");
        assertThat(replies(refused)).extracting(Reply::proposalId).containsExactly("proposal-of-b-1");
    }

    @Test
    void secondEpoch_hasAnotherDispatchAndTheFirstOnesStart() {
        claimAndReport(notExecuted());
        trail.take(asks(OTHER), REPORTED);

        assertThat(trail.operation().claim().dispatchId()).isEqualTo("pay-42#e2");
        assertThat(trail.operation().claim().dispatchedAtMs()).isEqualTo(REPORTED);
        assertThat(trail.operation().firstDispatchedAtMs()).isEqualTo(FIRST);
        assertThat(trail.operation().report()).isEmpty();
        assertThat(trail.operation().notExecuted()).isFalse();
    }

    @Test
    void severalStops_giveTheReasonOfTheNarrowest() {
        OperationDecision decision = trail.take(
                asks(
                        ASKED,
                        stopOf(StopScope.ALL, ""),
                        stopOf(StopScope.TOOL, "pay"),
                        stopOf(StopScope.AGENT, "agent-of-run-a")),
                FIRST);

        assertThat(decision.verdict()).isEqualTo(OperationVerdict.of(What.REFUSED, Reason.AGENT_STOPPED));
        assertThat(answers(decision).get(0).reason()).contains(Reason.AGENT_STOPPED);
        assertThat(answers(decision).get(0).epoch()).isZero();
        assertThat(answers(decision).get(0).dispatchId()).isEmpty();
    }

    @Test
    void stops_ofOthersAndOfModels_doNotReachAWrite() {
        OperationDecision decision = trail.take(
                asks(
                        ASKED,
                        stopOf(StopScope.RUN, "run-b"),
                        stopOf(StopScope.TOOL, "mail"),
                        stopOf(StopScope.MODEL, "")),
                FIRST);

        assertThat(decision.verdict().what()).isEqualTo(What.GRANTED);
    }

    @Test
    void requestIdOfAnotherRun_isNotTakenForARepetition() {
        trail.take(asks(ASKED), FIRST);
        OperationDecision decision = trail.take(asks(request("run-b", "a-1")), FIRST);

        assertThat(decision.verdict()).isEqualTo(OperationVerdict.of(What.REFUSED, Reason.OPERATION_IN_FLIGHT));
    }

    @Test
    void commit_isAnsweredWithResultBaseAndTheTimeTheBrokerTookItIn() {
        OperationDecision decision = claimAndReport(committed());

        assertThat(answers(decision))
                .containsExactly(new Answer(
                        To.REQUEST,
                        Verdict.COMMITTED,
                        "a-1",
                        ID,
                        1,
                        Optional.of("pay-42#e1"),
                        Optional.empty(),
                        Optional.empty(),
                        OptionalLong.empty(),
                        Optional.of(committed()),
                        Map.of("", 5L),
                        false,
                        REPORTED - 1));
    }

    @Test
    void replay_carriesTheStoredResultAndTheBaseItWasJudgedAgainst() {
        claimAndReport(committed());
        Request later = withBase(OTHER, Map.of("", 9L));
        Answer replayed = answers(trail.take(asks(later), FIRST + 7 * HOUR)).get(0);

        assertThat(replayed.requestId()).isEqualTo("b-1");
        assertThat(replayed.result()).contains(committed());
        assertThat(replayed.base()).isEqualTo(Map.of("", 5L));
        assertThat(replayed.appendedAtMs()).isEqualTo(REPORTED - 1);
    }

    @Test
    void notCommitted_saysHowLongANewRequestHasToWait() {
        Answer unproven = answers(claimAndReport(notCommitted())).get(0);

        assertThat(unproven.retryAfterMs()).hasValue(SETTLED - REPORTED);
        assertThat(unproven.result()).contains(notCommitted());
    }

    @Test
    void notExecuted_needsNoWaitAndSaysWhy() {
        Answer proven = answers(claimAndReport(notExecuted())).get(0);

        assertThat(proven.retryAfterMs()).isEmpty();
        assertThat(proven.result().orElseThrow().notExecuted()).contains("cancelled");
        assertThat(trail.take(asks(OTHER), REPORTED).verdict().what()).isEqualTo(What.GRANTED);
    }

    @Test
    void retry_isTooEarlyToTheLastMillisecondOfTheSettleWait() {
        claimAndReport(notCommitted());
        OperationDecision early = trail.take(asks(OTHER), SETTLED - 1);

        assertThat(early.verdict()).isEqualTo(OperationVerdict.of(What.REFUSED, Reason.RETRY_TOO_EARLY));
        assertThat(answers(early).get(0).retryAfterMs()).hasValue(1);
        assertThat(trail.take(asks(OTHER), SETTLED).verdict().what()).isEqualTo(What.GRANTED);
    }

    @Test
    void retryHorizon_countsFromTheFirstDispatchAndIncludesItsLastMillisecond() {
        claimAndReport(notExecuted());
        trail.take(asks(OTHER), FIRST + HOUR);
        trail.take(reports(2, notExecuted(), "second", FIRST + HOUR), FIRST + HOUR);
        OperationDecision past = trail.take(asks(request("run-c", "c-1")), FIRST + HOUR + 1);

        assertThat(trail.operation().claim().epoch()).isEqualTo(2);
        assertThat(past.verdict()).isEqualTo(OperationVerdict.of(What.REFUSED, Reason.UNKNOWN_COMMIT));
        assertThat(answers(past).get(0).retryAfterMs()).isEmpty();
    }

    @Test
    void timeout_isUnknownAndExhaustedAtTheTimeItIsDecided() {
        trail.take(asks(ASKED), FIRST);
        OperationDecision decision = trail.take(new TimeoutDue(1), FIRST + 30 * SECOND);

        assertThat(answers(decision))
                .containsExactly(
                        answer(Verdict.UNKNOWN, Optional.of(Reason.UNKNOWN_COMMIT), FIRST + 30 * SECOND),
                        answer(Verdict.EXHAUSTED, Optional.of(Reason.UNKNOWN_COMMIT), FIRST + 30 * SECOND));
    }

    @Test
    void unsoundReport_isAnsweredWithItsReasonAndResult() {
        List<Answer> answers = answers(claimAndReport(threw()));

        assertThat(answers).extracting(Answer::verdict).containsExactly(Verdict.UNKNOWN, Verdict.EXHAUSTED);
        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.reason()).contains(Reason.EXECUTOR_EXCEPTION);
            assertThat(answer.result()).contains(threw());
            assertThat(answer.appendedAtMs()).isEqualTo(REPORTED - 1);
        });
    }

    @Test
    void lateReport_settlesATimedOutOperationWithTheTimeItWasAppended() {
        trail.take(asks(ASKED), FIRST);
        trail.take(new TimeoutDue(1), FIRST + 30 * SECOND);
        OperationDecision decision =
                trail.take(reports(1, committed(), "late", FIRST + 29 * SECOND), FIRST + 31 * SECOND);

        assertThat(decision.verdict().what()).isEqualTo(What.COMMITTED);
        assertThat(answers(decision).get(0).appendedAtMs()).isEqualTo(FIRST + 29 * SECOND);
    }

    @Test
    void fenceAfterAnExecutorSpoke_provesNothing() {
        claimAndReport(threw());
        trail.take(reports(1, notExecuted(), "second", REPORTED), REPORTED);

        assertThat(trail.operation().notExecuted()).isFalse();
        assertThat(trail.take(asks(OTHER), REPORTED).verdict().reason()).contains(Reason.RETRY_TOO_EARLY);
    }

    @Test
    void contradiction_keepsBothReports() {
        claimAndReport(committed());
        trail.take(reports(1, notCommitted(), "second", REPORTED), REPORTED);

        assertThat(trail.operation().conflicting()).isTrue();
        assertThat(trail.operation().report().map(Report::digest)).contains("first");
        assertThat(trail.operation().contradiction().map(Report::digest)).contains("second");
        assertThat(trail.operation().contradiction().map(Report::result)).contains(notCommitted());
    }

    @Test
    void contradiction_isTheReasonGivenWhateverElseIsWrong() {
        claimAndReport(malformed());
        trail.take(reports(1, notCommitted(), "second", REPORTED), REPORTED);
        List<Answer> answers = answers(trail.take(asks(ASKED), REPORTED));

        assertThat(answers).extracting(Answer::verdict).containsExactly(Verdict.UNKNOWN, Verdict.EXHAUSTED);
        assertThat(answers).allMatch(answer -> answer.reason().equals(Optional.of(Reason.UNKNOWN_COMMIT)));
    }

    @Test
    void horizon_isArmedForTheLongestOfRetriesStubAndStall() {
        long stallOf2Hours = 2 * HOUR - 41 * SECOND;
        List<Request> requests = List.of(
                withStub(request("run-a", "a-1", contract(0, HOUR)), 2 * HOUR),
                withStub(request("run-a", "a-1", contract(0, 2 * HOUR)), HOUR),
                withStub(request("run-a", "a-1", contract(stallOf2Hours, HOUR)), HOUR));
        for (Request request : requests) {
            Trail each = new Trail(ID);
            each.take(asks(request), FIRST);
            OperationDecision decision = each.take(reports(1, committed(), "first", REPORTED), REPORTED);

            assertThat(decision.effects()).contains(new ArmHorizon(2, REPORTED + 2 * HOUR));
        }
    }

    @Test
    void forgottenOperation_isClaimedFromTheStart() {
        claimAndReport(committed());
        trail.take(new HorizonDue(2), REPORTED + 2 * HOUR);
        trail.take(asks(OTHER), REPORTED + 3 * HOUR);

        assertThat(trail.operation().claim().epoch()).isEqualTo(1);
        assertThat(trail.operation().firstDispatchedAtMs()).isEqualTo(REPORTED + 3 * HOUR);
    }

    @Test
    void clockThatGoesBack_countsAsTheLastTimeSeen() {
        claimAndReport(notExecuted());
        OperationDecision decision = trail.take(asks(OTHER), FIRST - HOUR);

        assertThat(trail.operation().claim().dispatchedAtMs()).isEqualTo(REPORTED);
        assertThat(decision.effects()).contains(new ArmTimeout(2, REPORTED + 30 * SECOND));
    }

    @Test
    void inputThatChangesNothing_stillMovesTheTime() {
        trail.take(asks(ASKED), FIRST);
        trail.take(new Withdrawn("b-1", "run-b", "p"), REPORTED);

        assertThat(trail.operation().lastAtMs()).isEqualTo(REPORTED);
        assertThat(trail.operation().version()).isEqualTo(1);
    }

    @Test
    void withdraw_isAnsweredToTheRunThatWithdrewAndMeansItsRequest() {
        trail.take(asks(ASKED), FIRST);
        Reply held =
                replies(trail.take(new Withdrawn("a-1", "run-a", "p-1"), FIRST)).get(0);
        Reply free =
                replies(trail.take(new Withdrawn("b-1", "run-b", "p-2"), FIRST)).get(0);

        assertThat(held.runId()).isEqualTo("run-a");
        assertThat(held.proposalId()).isEqualTo("p-1");
        assertThat(held.answer().requestId()).isEqualTo("a-1");
        assertThat(held.answer().dispatchId()).contains("pay-42#e1");
        assertThat(free.runId()).isEqualTo("run-b");
        assertThat(free.proposalId()).isEqualTo("p-2");
        assertThat(free.answer().requestId()).isEqualTo("b-1");
    }

    @Test
    void withdraw_ofAClaimThatAnotherRunHasByNow_isWithdrawn() {
        claimAndReport(notExecuted());
        trail.take(asks(OTHER), REPORTED);
        OperationDecision decision = trail.take(new Withdrawn("a-1", "run-a", "p"), REPORTED);

        assertThat(decision.verdict().what()).isEqualTo(What.WITHDRAWN);
    }

    @Test
    void secondStop_cancelsNothingMore() {
        trail.take(asks(ASKED), FIRST);
        OperationDecision first = trail.take(new Stopped(stopOf(StopScope.TOOL, "pay")), FIRST);
        OperationDecision second = trail.take(new Stopped(stopOf(StopScope.ALL, "")), FIRST);

        assertThat(first.effects()).containsExactly(new Cancel(trail.operation().claim(), Reason.TOOL_STOPPED));
        assertThat(second.effects()).isEmpty();
    }

    @Test
    void stopNoted_endsWithItsEpoch() {
        trail.take(asks(ASKED), FIRST);
        trail.take(new Stopped(stopOf(StopScope.RUN, "run-a")), FIRST);
        trail.take(reports(1, notExecuted(), "first", REPORTED), REPORTED);
        trail.take(asks(OTHER), REPORTED);

        assertThat(trail.operation().claim().stopRequested()).isFalse();
    }

    @Test
    void fold_refusesAnEpochOutOfOrderAndAChangeOfNothing() {
        Claim third = new Claim(ASKED, 3, Claim.dispatchId(ID, 3), FIRST, false, List.of());
        trail.take(asks(ASKED), FIRST);

        assertThatIllegalStateException()
                .isThrownBy(() -> OperationFold.apply(trail.state(), new OperationChange.Claimed(ID, third)))
                .withMessageContaining("epoch must be 2 after 1, was 3");
        assertThatIllegalStateException()
                .isThrownBy(() -> OperationFold.apply(Optional.empty(), new OperationChange.StopNoted()))
                .withMessageContaining("absent operation");
    }

    private OperationDecision claimAndReport(Result result) {
        trail.take(asks(ASKED), FIRST);
        return trail.take(reports(1, result, "first", REPORTED - 1), REPORTED);
    }

    private static Answer answer(Verdict verdict, Optional<Reason> reason, long appendedAtMs) {
        return new Answer(
                To.REQUEST,
                verdict,
                "a-1",
                ID,
                1,
                Optional.of("pay-42#e1"),
                reason,
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Map.of("", 5L),
                false,
                appendedAtMs);
    }

    private static List<Reply> replies(OperationDecision decision) {
        return decision.effects().stream()
                .flatMap(effect -> effect instanceof Reply reply ? Stream.of(reply) : Stream.empty())
                .toList();
    }

    private static List<Answer> answers(OperationDecision decision) {
        return replies(decision).stream().map(Reply::answer).toList();
    }
}
