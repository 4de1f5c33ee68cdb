package dev.interlock.worker;

import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.Symbols.DispatchType;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** One dispatch as this worker polled it: a call to be executed, or a question what became of one. */
final class Delivery {
    private final Dispatch dispatch;
    private final boolean write;
    private final OwnedPartition partition;
    private final long offset;
    private final Countdown countdown;
    private final Countdown longest;
    private final AtomicLong signs = new AtomicLong();
    private final Cancellation cancellation = new Cancellation();
    private final AtomicReference<Refusal> refusal = new AtomicReference<>();

    Delivery(Dispatch dispatch, OwnedPartition partition, long offset, Countdown countdown) {
        this.dispatch = dispatch;
        this.write = partition.carriesWrites();
        this.partition = partition;
        this.offset = offset;
        this.countdown = countdown;
        this.longest = mayRunOn() ? countdown.with(dispatch.maxTimeoutMs() - dispatch.timeoutMs()) : countdown;
    }

    Dispatch dispatch() {
        return dispatch;
    }

    /** Whether it changes something outside. */
    boolean isWrite() {
        return write;
    }

    OwnedPartition partition() {
        return partition;
    }

    long offset() {
        return offset;
    }

    Countdown countdown() {
        return countdown;
    }

    /** The time it has once it has begun: all of it, where it says from time to time that it is running. */
    Countdown longest() {
        return longest;
    }

    /** Whether it asks what became of a write. */
    boolean isQuery() {
        return DispatchType.QUERY.equals(dispatch.type());
    }

    private boolean mayRunOn() {
        return dispatch.maxTimeoutMs() != null && dispatch.maxTimeoutMs() > dispatch.timeoutMs();
    }

    /**
     * Whether it is time to say that it is still running: three times in each timeout, so that one that is late or lost
     * does no harm. Each time is true once.
     */
    boolean isSignDue() {
        if (!mayRunOn()) {
            return false;
        }
        long now = countdown.sincePoll().elapsedMs() / Math.max(1, dispatch.timeoutMs() / 3);
        return signs.getAndAccumulate(now, Math::max) < now;
    }

    long polledAtMs() {
        return countdown.sincePoll().startedMs();
    }

    DispatchContext context() {
        return new DispatchContext(dispatch, cancellation, longest::left);
    }

    /** Notes that it must not be executed, and asks it to end if it is being executed already. */
    void refuse(Refusal reason) {
        refusal.compareAndSet(null, reason);
        cancellation.request();
    }

    Optional<Refusal> refusal() {
        return Optional.ofNullable(refusal.get());
    }

    boolean is(String dispatchId) {
        return dispatch.dispatchId().equals(dispatchId);
    }

    boolean isOlder(String operationId, long epoch) {
        return operationId.equals(dispatch.operationId()) && dispatch.epoch() < epoch;
    }

    /** Names it in log lines. */
    @Override
    public String toString() {
        return "dispatch " + dispatch.dispatchId() + " of run " + dispatch.runId()
                + (write ? ", operation " + dispatch.operationId() + " epoch " + dispatch.epoch() : "");
    }
}
