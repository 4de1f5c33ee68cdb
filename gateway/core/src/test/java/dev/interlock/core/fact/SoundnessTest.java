package dev.interlock.core.fact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the worker library reports when there is no evidence, and what it is worth under each preset. */
class SoundnessTest {

    @ParameterizedTest(name = "{0}: {3} with {4} on a {1} is {5}")
    @CsvSource({
        "strict,   READ,  NONE,    OK,        interlock.verifier_exception, INVALID_EVIDENCE",
        "balanced, READ,  NONE,    OK,        interlock.verifier_exception, INVALID_EVIDENCE",
        "strict,   WRITE, UNKNOWN, OK,        interlock.verifier_exception, INVALID_EVIDENCE",
        "balanced, WRITE, UNKNOWN, OK,        interlock.verifier_exception, INVALID_EVIDENCE",
        "strict,   READ,  NONE,    FATAL,     interlock.executor_exception, EXECUTOR_EXCEPTION",
        "balanced, READ,  NONE,    FATAL,     interlock.executor_exception, EXECUTOR_EXCEPTION",
        "strict,   WRITE, UNKNOWN, FATAL,     interlock.executor_exception, EXECUTOR_EXCEPTION",
        "balanced, WRITE, UNKNOWN, FATAL,     interlock.executor_exception, EXECUTOR_EXCEPTION",
        "strict,   WRITE, UNKNOWN, RETRYABLE, interlock.timeout,            UNKNOWN_COMMIT",
        "balanced, WRITE, UNKNOWN, RETRYABLE, interlock.timeout,            UNKNOWN_COMMIT",
    })
    void resultWithoutEvidence_isFaultyForWhatHappened(
            String preset, Kind kind, Effect effect, ResultStatus status, String code, Reason expected) {
        Policy policy = Presets.all().stream()
                .filter(p -> p.name().equals(preset))
                .findFirst()
                .orElseThrow();
        assertThat(Soundness.fault(
                        withoutEvidence(status, effect, code),
                        kind,
                        policy.contract("tool").orElseThrow(),
                        Map.of()))
                .contains(expected);
    }

    private static Result withoutEvidence(ResultStatus status, Effect effect, String code) {
        ToolError error = new ToolError(ToolError.Kind.PERMANENT, code);
        Value value = new Value("digest", false);
        return new Result(
                status, effect, Evidence.NONE, value, Optional.of(error), Optional.empty(), OptionalLong.empty(), 1);
    }
}
