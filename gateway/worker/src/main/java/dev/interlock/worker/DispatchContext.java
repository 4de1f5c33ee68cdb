package dev.interlock.worker;

import dev.interlock.schemas.CausedBy;
import dev.interlock.schemas.Dispatch;
import java.time.Duration;
import java.util.Optional;
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
    /**
     * The operation to stamp on whatever this call triggers: on the row it writes, on the mail it sends, on the event it
     * raises. A run that this starts names it in its first proposal, and so becomes part of the chain that is counted.
     *
     * @return empty for a read or model call of a run that nothing triggered
     */
    public Optional<String> causedBy() {
        return Optional.ofNullable(dispatch.causedBy()).map(CausedBy::operationId);
    }

    /** The time it has left now; zero when it is over. */
    public Duration timeLeft() {
        return remaining.get();
    }
}
