package dev.interlock.core.fact;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a worker reports about one dispatch.
 *
 * @param status how it went
 * @param effect what happened outside; {@code UNKNOWN} when the symbol is not in the list
 * @param evidence what the verifier found
 * @param value what the tool returned
 * @param error the failure as data
 * @param notExecuted why the fence kept the call from running; only the worker library writes it, and it proves that
 *     nothing was executed
 * @param retryAfterMs milliseconds to wait before trying again
 * @param adapterAttempts how often the adapter tried, at least 1
 */
public record Result(
        ResultStatus status,
        Effect effect,
        Evidence evidence,
        Value value,
        Optional<ToolError> error,
        Optional<String> notExecuted,
        OptionalLong retryAfterMs,
        int adapterAttempts) {

    /** The same, but not to be tried again before this many milliseconds, where it does not say longer itself. */
    public Result notBefore(OptionalLong waitMs) {
        if (waitMs.isEmpty() || retryAfterMs.orElse(0) >= waitMs.getAsLong()) {
            return this;
        }
        return new Result(status, effect, evidence, value, error, notExecuted, waitMs, adapterAttempts);
    }

    /** Whether the executor threw. */
    public boolean threw() {
        return failedWith(ToolError.EXECUTOR_EXCEPTION);
    }

    /** Whether the verifier threw: then there is no evidence, whatever the tool itself says. */
    public boolean verifierThrew() {
        return failedWith(ToolError.VERIFIER_EXCEPTION);
    }

    /** Whether its worker gave up on a call whose time was over: it tells no more than a result that is missing. */
    public boolean timedOut() {
        boolean proven = effect == Effect.COMMITTED || effect == Effect.NOT_COMMITTED;
        return failedWith(ToolError.TIMEOUT) && status == ResultStatus.RETRYABLE && !proven;
    }

    /** Whether the error is one that trying again can help. */
    public boolean isTransient() {
        return status == ResultStatus.RETRYABLE
                && error.map(e -> e.kind() == ToolError.Kind.TRANSIENT).orElse(true);
    }

    private boolean failedWith(String code) {
        return error.filter(e -> e.code().equals(code)).isPresent();
    }
}
