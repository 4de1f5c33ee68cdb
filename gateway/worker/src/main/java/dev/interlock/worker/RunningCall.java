package dev.interlock.worker;

import dev.interlock.schemas.Result;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

/** One call on a thread of its own: the fence, the executor, the verifier, the report. */
final class RunningCall implements Runnable {
    private final Delivery delivery;
    private final Tool tool;
    private final Fence fence;
    private final Reports reports;
    private final BiConsumer<RunningCall, Result> whenDone;
    private final Interruption interruption = new Interruption();
    private final AtomicBoolean answered = new AtomicBoolean();
    private volatile boolean executing;

    RunningCall(Delivery delivery, Tool tool, Fence fence, Reports reports, BiConsumer<RunningCall, Result> whenDone) {
        this.delivery = delivery;
        this.tool = tool;
        this.fence = fence;
        this.reports = reports;
        this.whenDone = whenDone;
    }

    Delivery delivery() {
        return delivery;
    }

    /** Whether the caller is the first to answer it, and therefore the one. */
    boolean claimAnswer() {
        return answered.compareAndSet(false, true);
    }

    @Override
    public void run() {
        // Entered before the fence is checked: a cancellation is then seen by the fence or interrupts the executor.
        interruption.enterExecutor();
        Optional<Refusal> refusal = fence.check(delivery);
        Result result =
                refusal.map(reason -> reports.notExecuted(delivery, reason)).orElseGet(this::begin);
        interruption.leave();
        whenDone.accept(this, result);
    }

    /** Whether the fence has let it pass and it has not been answered. */
    boolean isExecuting() {
        return executing && !answered.get();
    }

    /** Interrupts the executor, if that is where the call is. */
    void cancel() {
        interruption.cancel();
    }

    /** Asks it to end, interrupts whatever of the tool is running, and keeps it from beginning. */
    void giveUp() {
        delivery.refuse(Refusal.CANCELLED);
        interruption.giveUp();
    }

    private Result begin() {
        executing = true;
        return delivery.isQuery() ? find() : execute();
    }

    /** Answers a question about a write; what cannot be told is said to be unknown. */
    private Result find() {
        if (tool.query().isEmpty()) {
            return reports.notQueryable(delivery);
        }
        try {
            return reports.found(delivery, notNull(tool.query().get().find(delivery.context()), "query"));
        } catch (Throwable thrown) {
            return reports.executorThrew(delivery, thrown);
        }
    }

    /** Catches everything: a dispatch that was committed is answered whatever the tool does. */
    private Result execute() {
        ToolOutput output;
        try {
            output = notNull(tool.executor().execute(delivery.context()), "executor");
        } catch (Throwable thrown) {
            return reports.executorThrew(delivery, thrown);
        }
        interruption.enterVerifier();
        try {
            Verified verified = notNull(tool.verifier().verify(delivery.context(), output), "verifier");
            return reports.returned(delivery, output, verified);
        } catch (Throwable thrown) {
            return reports.verifierThrew(delivery, output, thrown);
        }
    }

    private static <T> T notNull(T returned, String who) {
        if (returned == null) {
            throw new IllegalStateException("The " + who + " returned null");
        }
        return returned;
    }
}
