package dev.interlock.backtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShareTest {

    @ParameterizedTest(name = "{0} of {1}")
    @CsvSource({
        "0, 391, '0 of 391 (0.0 %, 0.0 to 1.0)'",
        "9, 391, '9 of 391 (2.3 %, 1.2 to 4.3)'",
        "5, 10, '5 of 10 (50.0 %, 23.7 to 76.3)'",
        "10, 10, '10 of 10 (100.0 %, 72.2 to 100.0)'",
        "0, 0, none of none"
    })
    void aShareIsToldWithItsInterval(long part, long of, String told) {
        assertThat(new Share(part, of)).hasToString(told);
    }
}
