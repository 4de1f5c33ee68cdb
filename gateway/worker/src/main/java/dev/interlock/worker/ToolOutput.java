package dev.interlock.worker;

import dev.interlock.schemas.CallError;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Symbols.ErrorClass;
import java.time.Duration;
import java.util.Objects;

/**
 * What an executor returned.
 *
 * @param status how the call ended
 * @param value what the agent gets; null is no value, and an empty value stays one
 * @param receipt what the tool says proves the effect, for the verifier to check; may be null
 * @param error what went wrong; may be null
 * @param retryAfterMs how long to wait before another attempt, in milliseconds; may be null
 * @param adapterAttempts attempts made inside, the first included; may be null
 * @param costMicros what it cost, in millionths of the policy's currency unit; may be null
 */
public record ToolOutput(
        ToolStatus status,
        Json value,
        Json receipt,
        CallError error,
        Long retryAfterMs,
        Integer adapterAttempts,
        Long costMicros) {
    private static final long MOST_RETRY_AFTER_MS = Duration.ofDays(3_650).toMillis();
    private static final long MOST_COST_MICROS = 1_000_000_000_000_000L;

    /** Refuses amounts out of bounds and error codes that begin with {@code interlock.}, which are the library's own. */
    public ToolOutput {
        Objects.requireNonNull(status, "status");
        within("retryAfterMs", retryAfterMs, MOST_RETRY_AFTER_MS);
        within("adapterAttempts", adapterAttempts == null ? null : adapterAttempts.longValue(), Integer.MAX_VALUE);
        within("costMicros", costMicros, MOST_COST_MICROS);
        if (error != null && error.code() != null && error.code().startsWith(Reports.OWN)) {
            throw new IllegalArgumentException("error.code must not begin with interlock., was " + error.code());
        }
    }

    /** It worked. The value is anything Jackson can write; null is no value. */
    public static ToolOutput ok(Object value) {
        return new ToolOutput(ToolStatus.OK, json(value), null, null, null, null, null);
    }

    /** It failed for now. */
    public static ToolOutput retryable(String code, String message) {
        return failed(ToolStatus.RETRYABLE, ErrorClass.TRANSIENT, code, message);
    }

    /** It failed for good. */
    public static ToolOutput fatal(String code, String message) {
        return failed(ToolStatus.FATAL, ErrorClass.PERMANENT, code, message);
    }

    /** It failed in another way. */
    public static ToolOutput failed(ToolStatus status, String errorClass, String code, String message) {
        CallError error = new CallError(errorClass, code, message, null, null, null);
        return new ToolOutput(status, null, null, error, null, null, null);
    }

    /** The same with a receipt; anything Jackson can write. */
    public ToolOutput withReceipt(Object changed) {
        return new ToolOutput(status, value, json(changed), error, retryAfterMs, adapterAttempts, costMicros);
    }

    /** The same with the time to wait before another attempt. */
    public ToolOutput retryAfter(Duration wait) {
        return new ToolOutput(status, value, receipt, error, wait.toMillis(), adapterAttempts, costMicros);
    }

    /** The same with the number of attempts made inside, the first included. */
    public ToolOutput withAdapterAttempts(int attempts) {
        return new ToolOutput(status, value, receipt, error, retryAfterMs, attempts, costMicros);
    }

    /** The same with its cost, in millionths of the policy's currency unit. */
    public ToolOutput withCostMicros(long cost) {
        return new ToolOutput(status, value, receipt, error, retryAfterMs, adapterAttempts, cost);
    }

    private static Json json(Object value) {
        return value == null || value instanceof Json ? (Json) value : Json.of(value);
    }

    private static void within(String field, Long amount, long most) {
        if (amount != null && (amount < 0 || amount > most)) {
            throw new IllegalArgumentException(field + " must be 0 to " + most + ", was " + amount);
        }
    }
}
