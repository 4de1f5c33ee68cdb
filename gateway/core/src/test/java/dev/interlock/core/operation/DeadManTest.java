package dev.interlock.core.operation;

import static dev.interlock.core.operation.Cases.ASKING;
import static dev.interlock.core.operation.Cases.FIRST;
import static dev.interlock.core.operation.Cases.ID;
import static dev.interlock.core.operation.Cases.OTHER;
import static dev.interlock.core.operation.Cases.SECOND;
import static dev.interlock.core.operation.Cases.asks;
import static dev.interlock.core.operation.Cases.committed;
import static dev.interlock.core.operation.Cases.notExecuted;
import static dev.interlock.core.operation.Cases.reports;
import static dev.interlock.core.operation.Cases.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Closure;
import dev.interlock.core.fact.Closure.Extent;
import dev.interlock.core.operation.OperationEffect.Execute;
import dev.interlock.core.operation.OperationEffect.Reply;
import dev.interlock.core.operation.OperationInput.Requested;
import dev.interlock.core.operation.OperationVerdict.What;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.run.Answer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an operation's requesters get while no operator was heard. */
class DeadManTest {
    private static final Request FIRST_WISH = request("run-a", "a-1");

    private final Trail trail = new Trail(ID);

    @ParameterizedTest
    @EnumSource(Extent.class)
    void noEpochIsOpened_andTheRequesterLearnsWhy(Extent extent) {
        OperationDecision decision = trail.take(whileClosed(FIRST_WISH, extent), FIRST);
        assertThat(decision.verdict()).isEqualTo(OperationVerdict.of(What.REFUSED, Reason.RETRY_TOO_EARLY));
        assertThat(decision.effects()).noneMatch(Execute.class::isInstance);
        Answer answer = ((Reply) decision.effects().get(0)).answer();
        assertThat(answer.guard()).contains(new GuardReading("dead_man", 500, SECOND));
        assertThat(answer.retryAfterMs()).isEqualTo(OptionalLong.of(500));
        assertThat(trail.take(asks(FIRST_WISH), FIRST + 1).verdict().what()).isEqualTo(What.GRANTED);
    }

    @Test
    void aFurtherEpochIsNotOpenedEither() {
        trail.take(asks(FIRST_WISH), FIRST);
        trail.take(reports(1, notExecuted(), "d", FIRST + SECOND), FIRST + SECOND);
        assertThat(trail.take(whileClosed(OTHER, Extent.WRITES), FIRST + 2 * SECOND)
                        .verdict()
                        .reason())
                .contains(Reason.RETRY_TOO_EARLY);
    }

    @Test
    void aStoredResult_isHandedOutAsEver() {
        trail.take(asks(FIRST_WISH), FIRST);
        trail.take(reports(1, committed(), "d", FIRST + SECOND), FIRST + SECOND);
        assertThat(trail.take(whileClosed(OTHER, Extent.ALL), FIRST + 2 * SECOND)
                        .verdict()
                        .what())
                .isEqualTo(What.REPLAYED);
    }

    @Test
    void theHolderOfTheClaim_andWhoeverJoinsIt_areToldAsEver() {
        trail.take(asks(request("run-a", "a-1", ASKING)), FIRST);
        assertThat(trail.take(whileClosed(request("run-a", "a-1", ASKING), Extent.ALL), FIRST + 1)
                        .verdict()
                        .what())
                .isEqualTo(What.STILL_GRANTED);
        assertThat(trail.take(whileClosed(request("run-b", "b-1", ASKING), Extent.ALL), FIRST + 2)
                        .verdict()
                        .what())
                .isEqualTo(What.JOINED);
    }

    private static Requested whileClosed(Request request, Extent extent) {
        return new Requested(request, List.of(), Optional.of(new Closure(extent, FIRST - SECOND, 500, 600, 500)));
    }
}
