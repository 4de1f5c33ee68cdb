package dev.interlock.worker;

import java.util.concurrent.atomic.LongAdder;

/** What a worker has counted since it started. */
final class Tally {
    private final LongAdder answered = new LongAdder();
    private final LongAdder notExecuted = new LongAdder();
    private final LongAdder dropped = new LongAdder();
    private final LongAdder timedOut = new LongAdder();
    private final LongAdder lateReturns = new LongAdder();
    private final LongAdder unreadable = new LongAdder();
    private final LongAdder unsent = new LongAdder();
    private volatile int queued;

    void answered() {
        answered.increment();
    }

    void notExecuted() {
        notExecuted.increment();
    }

    void dropped(int dispatches) {
        dropped.add(dispatches);
    }

    void timedOut() {
        timedOut.increment();
    }

    void lateReturn() {
        lateReturns.increment();
    }

    void unreadable() {
        unreadable.increment();
    }

    void unsent() {
        unsent.increment();
    }

    /** How many wait now. */
    void queued(int dispatches) {
        queued = dispatches;
    }

    WorkerStatus status(WorkerStatus.State state, Calls calls) {
        return new WorkerStatus(
                state,
                queued,
                calls.running(),
                calls.abandoned(),
                answered.sum(),
                notExecuted.sum(),
                dropped.sum(),
                timedOut.sum(),
                lateReturns.sum(),
                unreadable.sum(),
                unsent.sum());
    }
}
