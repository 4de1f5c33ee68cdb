package dev.interlock.core.operation;

import static dev.interlock.core.operation.Cases.FIRST;
import static dev.interlock.core.operation.Cases.HOUR;
import static dev.interlock.core.operation.Cases.ID;
import static dev.interlock.core.operation.Cases.SECOND;
import static dev.interlock.core.operation.Cases.asks;
import static dev.interlock.core.operation.Cases.contract;
import static dev.interlock.core.operation.Cases.notCommitted;
import static dev.interlock.core.operation.Cases.notExecuted;
import static dev.interlock.core.operation.Cases.reports;
import static dev.interlock.core.operation.Cases.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.operation.OperationVerdict.What;
import dev.interlock.core.outcome.Reason;
import org.junit.jupiter.api.Test;

/** Which contract holds where two requests for one operation bring different ones. */
class TwoContractsTest {
    private static final long REPORTED = FIRST + 5 * SECOND;

    @Test
    void settleWait_isTheLongerOfTheTwoContracts() {
        for (long[] delays : new long[][] {{2, 9}, {9, 2}}) {
            Trail either = new Trail(ID);
            either.take(asks(request("run-a", "a-1", contract(delays[0] * SECOND, HOUR))), FIRST);
            either.take(reports(1, notCommitted(), "first", REPORTED), REPORTED);
            Request second = request("run-b", "b-1", contract(delays[1] * SECOND, HOUR));

            assertThat(either.take(asks(second), FIRST + 50 * SECOND - 1)
                            .verdict()
                            .reason())
                    .contains(Reason.RETRY_TOO_EARLY);
            assertThat(either.take(asks(second), FIRST + 50 * SECOND).verdict().what())
                    .isEqualTo(What.GRANTED);
        }
    }

    @Test
    void retryHorizon_isTheShorterOfTheTwoContracts() {
        for (long[] horizons : new long[][] {{1, 9}, {9, 1}}) {
            Trail either = new Trail(ID);
            either.take(asks(request("run-a", "a-1", contract(0, horizons[0] * HOUR))), FIRST);
            either.take(reports(1, notExecuted(), "first", REPORTED), REPORTED);
            Request second = request("run-b", "b-1", contract(0, horizons[1] * HOUR));

            assertThat(either.take(asks(second), FIRST + HOUR + 1).verdict().reason())
                    .contains(Reason.UNKNOWN_COMMIT);
        }
    }
}
