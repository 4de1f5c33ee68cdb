package dev.interlock.core.operation;

import static dev.interlock.core.operation.Cases.ASKING;
import static dev.interlock.core.operation.Cases.FIRST;
import static dev.interlock.core.operation.Cases.ID;
import static dev.interlock.core.operation.Cases.SECOND;
import static dev.interlock.core.operation.Cases.answers;
import static dev.interlock.core.operation.Cases.asks;
import static dev.interlock.core.operation.Cases.committed;
import static dev.interlock.core.operation.Cases.notCommitted;
import static dev.interlock.core.operation.Cases.reports;
import static dev.interlock.core.operation.Cases.request;
import static dev.interlock.core.operation.Cases.threw;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.operation.OperationEffect.ArmQuery;
import dev.interlock.core.operation.OperationEffect.ArmTimeout;
import dev.interlock.core.operation.OperationEffect.Query;
import dev.interlock.core.operation.OperationInput.QueryDue;
import dev.interlock.core.operation.OperationInput.Running;
import dev.interlock.core.operation.OperationInput.TimeoutDue;
import dev.interlock.core.operation.OperationVerdict.What;
import dev.interlock.core.policy.Ceilings;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.core.policy.ToolContract.ProgressRule;
import org.junit.jupiter.api.Test;

/** When somebody is asked what became of an operation, under which id, and how long a worker may take. */
class QueryingTest {
    private static final long TIMED_OUT = FIRST + 30 * SECOND;
    private static final long SETTLED = FIRST + 43 * SECOND;

    private final Trail trail = new Trail(ID);

    @Test
    void firstQuestion_waitsForTheLongestTimeoutSkewAndSettleDelay() {
        assertThat(timedOut().effects()).contains(new ArmQuery(1, 1, SETTLED));
    }

    @Test
    void firstQuestion_isAskedAtOnceWhenThatTimeIsOver() {
        trail.take(asks(request("run-a", "a-1", ASKING)), FIRST);
        OperationDecision late = trail.take(new TimeoutDue(1), SETTLED + SECOND);

        assertThat(late.effects()).contains(new ArmQuery(1, 1, SETTLED + SECOND));
    }

    @Test
    void unsoundReport_isAskedAboutNoEarlierThanAMissingOne() {
        trail.take(asks(request("run-a", "a-1", ASKING)), FIRST);
        OperationDecision decision = trail.take(reports(1, threw(), "first", FIRST + SECOND), FIRST + SECOND);

        assertThat(decision.effects()).contains(new ArmQuery(1, 1, SETTLED));
    }

    @Test
    void question_hasAnIdOfItsOwnAndTheDispatchItIsAbout() {
        timedOut();
        OperationDecision asked = trail.take(new QueryDue(1, 1), SETTLED);
        Query query = (Query) asked.effects().get(0);

        assertThat(query.queryId()).isEqualTo("pay-42#e1.q1");
        assertThat(query.claim().dispatchId()).isEqualTo("pay-42#e1");
        assertThat(query.timeoutMs()).isEqualTo(30 * SECOND);
    }

    @Test
    void waitBetweenQuestions_doubles() {
        timedOut();
        OperationDecision first = trail.take(new QueryDue(1, 1), SETTLED);
        OperationDecision second = trail.take(new QueryDue(1, 2), SETTLED + 5 * SECOND);

        assertThat(first.effects()).contains(new ArmQuery(1, 2, SETTLED + 5 * SECOND));
        assertThat(second.effects()).contains(new ArmQuery(1, 3, SETTLED + 15 * SECOND));
    }

    @Test
    void waitBetweenQuestions_neverOutgrowsTheLongestTime() {
        ToolContract slow = new ToolContract(
                1,
                1,
                0,
                0,
                0,
                0,
                false,
                true,
                ToolContract.MOST_QUERIES,
                Ceilings.LONGEST_MS / 2,
                0,
                ProgressRule.NEW_RESULT);

        assertThat(slow.queryWaitMs(1)).isEqualTo(Ceilings.LONGEST_MS / 2);
        assertThat(slow.queryWaitMs(2)).isEqualTo(Ceilings.LONGEST_MS);
        assertThat(slow.queryWaitMs(ToolContract.MOST_QUERIES)).isEqualTo(Ceilings.LONGEST_MS);
    }

    @Test
    void foundNotThere_mayBeTriedAgainAtOnce() {
        timedOut();
        trail.take(new QueryDue(1, 1), SETTLED);
        OperationDecision found = trail.take(answers(1, 1, notCommitted(), "seen", SETTLED), SETTLED);
        OperationDecision again = trail.take(asks(request("run-a", "a-2", ASKING)), SETTLED);

        assertThat(found.verdict().what()).isEqualTo(What.NOT_COMMITTED);
        assertThat(again.verdict().what()).isEqualTo(What.GRANTED);
        assertThat(trail.operation().queries()).isEqualTo(Queries.NONE);
    }

    @Test
    void answerOfTheEpochBefore_changesNothingInTheNext() {
        foundNotThere_mayBeTriedAgainAtOnce();
        OperationDecision late = trail.take(answers(1, 1, committed(), "seen twice", SETTLED), SETTLED);

        assertThat(late.verdict().what()).isEqualTo(What.IGNORED);
        assertThat(trail.operation().conflicting()).isFalse();
    }

    @Test
    void signOfLife_givesTheTimeoutAgainUpToTheLongest() {
        trail.take(asks(request("run-a", "a-1", ASKING)), FIRST);
        OperationDecision soon = trail.take(new Running("pay-42#e1", 1), FIRST + 5 * SECOND);
        OperationDecision later = trail.take(new Running("pay-42#e1", 1), FIRST + 20 * SECOND);

        assertThat(soon.effects()).containsExactly(new ArmTimeout(1, FIRST + 35 * SECOND));
        assertThat(later.effects()).containsExactly(new ArmTimeout(1, FIRST + 40 * SECOND));
        assertThat(trail.operation().version()).isEqualTo(1);
    }

    private OperationDecision timedOut() {
        trail.take(asks(request("run-a", "a-1", ASKING)), FIRST);
        return trail.take(new TimeoutDue(1), TIMED_OUT);
    }
}
