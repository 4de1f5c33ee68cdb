package dev.interlock.core.operation;

import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Horizons;
import dev.interlock.core.policy.ToolContract;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * When an operation that was not committed may get a new epoch.
 *
 * <p>Two contracts may speak: the one the last epoch was dispatched under and the requester's. The more careful one
 * counts, the longer wait and the shorter horizon: the first knows what the old dispatch was allowed, the second what has
 * been learnt of the tool since.
 */
final class Retrying {
    private Retrying() {}

    /**
     * Past the safe-retry horizon the receiver may have forgotten the operation's key, and nobody can say what one more
     * attempt would do. That is for a person to settle, as with an unknown operation, whose reason is therefore given.
     */
    static Optional<Refusal> refusal(Operation operation, Request request, long atMs) {
        ToolContract then = operation.claim().request().contract();
        ToolContract now = request.contract();
        long horizonMs = Math.min(then.retryHorizonMs(), now.retryHorizonMs());
        if (atMs - operation.firstDispatchedAtMs() > horizonMs) {
            return Optional.of(Refusal.of(Reason.UNKNOWN_COMMIT));
        }
        long waitMs = waitMs(operation, Math.max(then.settledAfterMs(), now.settledAfterMs()), atMs);
        return waitMs == 0 ? Optional.empty() : Optional.of(Refusal.early(OptionalLong.of(waitMs)));
    }

    /** Milliseconds until the last epoch can have no effect any more; empty when that is so already. */
    static OptionalLong waitMs(Operation operation, long atMs) {
        long waitMs = waitMs(operation, operation.claim().request().contract().settledAfterMs(), atMs);
        return waitMs == 0 ? OptionalLong.empty() : OptionalLong.of(waitMs);
    }

    /** A dispatch that its worker's fence kept from running needs no wait: there is nothing that could still land. */
    private static long waitMs(Operation operation, long settledAfterMs, long atMs) {
        long pastMs = atMs - operation.claim().dispatchedAtMs();
        return operation.notExecuted() ? 0 : Math.clamp(settledAfterMs - pastMs, 0, Horizons.LONGEST_MS);
    }
}
