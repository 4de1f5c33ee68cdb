package dev.interlock.worker;

import dev.interlock.schemas.Result;
import dev.interlock.schemas.Symbols;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls under way, each on a thread of its own so that one that never returns holds up nothing but that thread. A
 * call is answered once, by whoever comes first: the call, or whoever gives up on it. Given up on, it leaves its slot.
 */
final class Calls {
    private static final Logger LOG = LoggerFactory.getLogger(Calls.class);

    private final int slots;
    private final CallMaker maker;
    private final Reports reports;
    private final ResultSender sender;
    private final Tally tally;
    private final Set<RunningCall> running = new HashSet<>();
    private final Set<RunningCall> abandoned = new HashSet<>();

    Calls(int slots, CallMaker maker, Reports reports, ResultSender sender, Tally tally) {
        this.slots = slots;
        this.maker = maker;
        this.reports = reports;
        this.sender = sender;
        this.tally = tally;
    }

    /** What makes a call of a delivery, with what to do when it is done. */
    @FunctionalInterface
    interface CallMaker {
        RunningCall make(Delivery delivery, BiConsumer<RunningCall, Result> whenDone);
    }

    synchronized int free() {
        return slots - running.size();
    }

    synchronized int running() {
        return running.size();
    }

    synchronized int abandoned() {
        return abandoned.size();
    }

    /** Starts a call on a thread of its own. */
    void start(Delivery delivery) {
        RunningCall call = maker.make(delivery, this::done);
        synchronized (this) {
            running.add(call);
        }
        Thread.ofPlatform()
                .daemon()
                .name("interlock-call-" + delivery.dispatch().dispatchId())
                .start(call);
    }

    /** Answers one that is not to be executed. */
    void answerRefused(Delivery delivery, Refusal reason) {
        answer(delivery, reports.notExecuted(delivery, reason));
    }

    /** Refuses those like this: they are asked to end, and not executed if they have not begun. */
    void refuse(Predicate<Delivery> which, Refusal reason) {
        for (RunningCall call : snapshot(running)) {
            if (which.test(call.delivery())) {
                call.delivery().refuse(reason);
                call.cancel();
            }
        }
    }

    /** Gives up on the calls whose time is over. */
    void giveUpLate() {
        giveUp(call -> call.delivery().longest().isOver(), "it did not return in time");
    }

    /** Says of those that may take longer that they are still running, where it is time to. */
    void reportRunning() {
        for (RunningCall call : snapshot(running)) {
            if (call.isExecuting() && call.delivery().isSignDue()) {
                sender.sendSign(call.delivery(), reports.running(call.delivery()));
            }
        }
    }

    /** Gives up on all. */
    void giveUpAll() {
        giveUp(call -> true, "it did not return before the worker was closed");
    }

    /** Waits until none is running or the time is over, giving up on the late ones meanwhile. */
    void awaitIdle(Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (running() > 0 && System.nanoTime() - deadline < 0) {
            awaitChange(Duration.ofMillis(50));
            giveUpLate();
            reportRunning();
        }
    }

    /** Waits until some call ends, for at most so long. */
    synchronized void awaitChange(Duration limit) throws InterruptedException {
        wait(limit.toMillis());
    }

    private void giveUp(Predicate<RunningCall> which, String why) {
        for (RunningCall call : snapshot(running)) {
            if (which.test(call) && call.claimAnswer()) {
                LOG.warn("Gave up on {}: {}", call.delivery(), why);
                tally.timedOut();
                abandon(call);
                call.giveUp();
                sender.send(call.delivery(), reports.notReturned(call.delivery(), why));
            }
        }
    }

    private void done(RunningCall call, Result result) {
        try {
            if (call.claimAnswer()) {
                answer(call.delivery(), result);
            } else {
                returnedLate(call.delivery(), result);
            }
        } finally {
            end(call);
        }
    }

    private void answer(Delivery delivery, Result result) {
        if (result.notExecuted() != null) {
            tally.notExecuted();
        }
        sender.send(delivery, result);
    }

    /**
     * A call that was given up on has been answered. Of a write that answer said that nobody knows; proof of what became of
     * it contradicts nothing and may be the only one there will ever be, so it is sent too. All else is not: a second
     * answer that proves nothing could only confuse.
     */
    private void returnedLate(Delivery delivery, Result result) {
        tally.lateReturn();
        boolean proof = delivery.isWrite() && provesItsEffect(result);
        LOG.warn(
                "Late return of {}: status {}, effect {}; {}",
                delivery,
                result.status(),
                result.effect(),
                proof ? "sent as evidence" : "not sent");
        if (proof) {
            sender.send(delivery, result);
        }
    }

    private static boolean provesItsEffect(Result result) {
        return result.notExecuted() == null
                && (Symbols.Effect.COMMITTED.equals(result.effect())
                        || Symbols.Effect.NOT_COMMITTED.equals(result.effect()));
    }

    /** One that has ended meanwhile is in neither set, and must not come back. */
    private synchronized void abandon(RunningCall call) {
        if (running.remove(call)) {
            abandoned.add(call);
        }
    }

    /** Not before its result is on its way: whoever waits for idleness may close the way next. */
    private synchronized void end(RunningCall call) {
        running.remove(call);
        abandoned.remove(call);
        notifyAll();
    }

    private synchronized List<RunningCall> snapshot(Set<RunningCall> calls) {
        return List.copyOf(calls);
    }
}
