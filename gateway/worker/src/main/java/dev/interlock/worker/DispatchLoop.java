package dev.interlock.worker;

import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that polls. Each turn it takes in everything that was polled, cancellations included, commits the offsets
 * of what it can start, and only then starts it. It never waits for a call.
 */
final class DispatchLoop implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(DispatchLoop.class);
    private static final Duration IDLE = Duration.ofMillis(100);
    private static final Duration BUSY = Duration.ofMillis(10);

    private final GroupConsumer consumer;
    private final Assignment assignment;
    private final Intake intake;
    private final Fence fence;
    private final Calls calls;
    private final WorkerLimits limits;
    private final Tally tally;
    private volatile boolean closing;
    private volatile WorkerStatus.State state = WorkerStatus.State.RUNNING;

    DispatchLoop(Parts parts, WorkerLimits limits) {
        this.consumer = parts.consumer;
        this.assignment = parts.assignment;
        this.intake = parts.intake;
        this.fence = parts.fence;
        this.calls = parts.calls;
        this.tally = parts.tally;
        this.limits = limits;
    }

    /** What the loop drives. */
    record Parts(GroupConsumer consumer, Assignment assignment, Intake intake, Fence fence, Calls calls, Tally tally) {}

    WorkerStatus.State state() {
        return state;
    }

    /** Makes {@link #run} return soon. */
    void stop() {
        closing = true;
    }

    @Override
    public void run() {
        try {
            while (!closing) {
                turn();
            }
            state = WorkerStatus.State.CLOSED;
        } catch (InterruptedException | RuntimeException | Error e) {
            state = WorkerStatus.State.FAILED;
            LOG.error("The worker takes no more work", e);
        } finally {
            leave();
        }
    }

    private void turn() throws InterruptedException {
        calls.giveUpLate();
        calls.reportRunning();
        if (calls.abandoned() >= limits.abandoned()) {
            rest();
            return;
        }
        state = WorkerStatus.State.RUNNING;
        boolean full = assignment.queued() >= limits.queued();
        consumer.poll(assignment.queued() > 0 ? BUSY : IDLE, full).forEach(intake::take);
        List<Delivery> taken = assignment.take(calls.free(), fence);
        if (consumer.commit()) {
            taken.forEach(this::start);
        } else {
            tally.dropped(taken.size());
        }
        tally.queued(assignment.queued());
    }

    private void start(Delivery delivery) {
        fence.check(delivery)
                .ifPresentOrElse(reason -> calls.answerRefused(delivery, reason), () -> calls.start(delivery));
    }

    /** Leaves its partitions to others until enough of the threads it has lost come back. */
    private void rest() throws InterruptedException {
        if (state == WorkerStatus.State.RUNNING) {
            LOG.error("Calls that never returned: {}. The worker takes no work until some do", calls.abandoned());
            state = WorkerStatus.State.EXHAUSTED;
        }
        consumer.leave();
        tally.queued(0);
        calls.awaitChange(IDLE);
    }

    private void leave() {
        tally.queued(0);
        try {
            consumer.leave();
        } catch (RuntimeException e) {
            LOG.warn("The group was not left in order; its session will end by itself", e);
        }
    }
}
