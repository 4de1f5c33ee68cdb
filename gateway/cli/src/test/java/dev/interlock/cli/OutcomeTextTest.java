package dev.interlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.CallError;
import dev.interlock.schemas.GuardReading;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.OutcomeBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Outcomes as a person reads them. */
class OutcomeTextTest {
    @Test
    void result_showsStatusAndValue() {
        Outcome result = OutcomeBuilder.builder()
                .type("result")
                .status("ok")
                .value(Json.of(Map.of("n", 1)))
                .build();
        assertThat(OutcomeText.what(result)).isEqualTo("result  ok  value {\"n\":1}");
    }

    @Test
    void denial_showsReasonAndWhatTheGuardRead() {
        Outcome denial = OutcomeBuilder.builder()
                .type("denied")
                .reason("same_call")
                .guard(new GuardReading("same_call", 2, 3, null))
                .build();
        assertThat(OutcomeText.what(denial)).isEqualTo("denied  same_call  [same_call 3 of 2]");
    }

    @Test
    void failure_showsTheErrorAndWhenToRetry() {
        Outcome failure = OutcomeBuilder.builder()
                .type("result")
                .status("retryable")
                .error(new CallError("transient", "unavailable", "come back later", null, null, null))
                .retryAfterMs(500L)
                .build();
        assertThat(OutcomeText.what(failure))
                .isEqualTo("result  retryable  (transient unavailable come back later)  retry after 500 ms");
    }

    @Test
    void fieldAndRule_areSaidOnce() {
        String message = "args/bold: is no known field, was there";
        Outcome denial = OutcomeBuilder.builder()
                .type("denied")
                .reason("invalid_arguments")
                .error(new CallError(
                        "invalid", "invalid_arguments", message, "args/bold", "is no known field", "there"))
                .build();
        assertThat(OutcomeText.what(denial))
                .isEqualTo("denied  invalid_arguments  (invalid invalid_arguments " + message + ")");
    }

    @Test
    void longValue_isShortened() {
        Outcome result = OutcomeBuilder.builder()
                .type("result")
                .value(Json.of("x".repeat(1_000)))
                .build();
        assertThat(OutcomeText.what(result)).hasSizeLessThan(250).endsWith("…");
    }
}
