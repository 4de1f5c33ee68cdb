package dev.interlock.worker;

import dev.interlock.schemas.Dispatch;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** One execute dispatch as this worker polled it. */
final class Delivery {
    private final Dispatch dispatch;
    private final boolean write;
    private final OwnedPartition partition;
    private final long offset;
    private final Countdown countdown;
    private final Cancellation cancellation = new Cancellation();
    private final AtomicReference<Refusal> refusal = new AtomicReference<>();

    Delivery(Dispatch dispatch, OwnedPartition partition, long offset, Countdown countdown) {
        this.dispatch = dispatch;
        this.write = partition.carriesWrites();
        this.partition = partition;
        this.offset = offset;
        this.countdown = countdown;
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

    long polledAtMs() {
        return countdown.sincePoll().startedMs();
    }

    DispatchContext context() {
        return new DispatchContext(dispatch, cancellation, countdown::left);
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
