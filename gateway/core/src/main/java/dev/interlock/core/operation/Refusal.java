package dev.interlock.core.operation;

import dev.interlock.core.fact.Closure;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Why a request gets nothing.
 *
 * @param reason the reason
 * @param guard what the guard read that fired, where one did
 * @param retryAfterMs milliseconds after which asking again can help; empty when waiting does not help
 */
record Refusal(Reason reason, Optional<GuardReading> guard, OptionalLong retryAfterMs) {
    static Refusal of(Reason reason) {
        return new Refusal(reason, Optional.empty(), OptionalLong.empty());
    }

    static Refusal early(OptionalLong retryAfterMs) {
        return new Refusal(Reason.RETRY_TOO_EARLY, Optional.empty(), retryAfterMs);
    }

    /** The dead-man switch is closed for writes. */
    static Refusal closed(Closure closure, long atMs) {
        return new Refusal(
                Reason.RETRY_TOO_EARLY,
                Optional.of(closure.reading(Kind.WRITE, atMs)),
                OptionalLong.of(closure.retryAfterMs()));
    }
}
