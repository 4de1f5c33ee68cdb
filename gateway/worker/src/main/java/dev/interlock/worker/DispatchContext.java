package dev.interlock.worker;

import dev.interlock.schemas.Dispatch;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * What a tool may know about the call it makes.
 *
 * @param dispatch the permission: arguments, operation id, epoch, what to stamp on whatever the call triggers
 *     ({@code causedBy}), trace context
 * @param cancellation whether the call is still wanted
 * @param remaining the time it has left at the moment of asking
 */
public record DispatchContext(Dispatch dispatch, Cancellation cancellation, Supplier<Duration> remaining) {
    /** The time it has left now; zero when it is over. */
    public Duration timeLeft() {
        return remaining.get();
    }
}
