package dev.interlock.core.operation;

import dev.interlock.core.outcome.Reason;
import java.util.OptionalLong;

/**
 * Why a request gets nothing.
 *
 * @param reason the reason
 * @param retryAfterMs milliseconds after which asking again can help; empty when waiting does not help
 */
record Refusal(Reason reason, OptionalLong retryAfterMs) {
    static Refusal of(Reason reason) {
        return new Refusal(reason, OptionalLong.empty());
    }
}
