package dev.interlock.server.stream;

import dev.interlock.core.fact.Stop;
import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.StopProgress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.processor.Cancellable;

/**
 * Carries stops to what was open when they came, in steps. Steps are taken as time goes by and not with a record, at most
 * one in a transaction, so that no transaction grows with the number of runs or operations, and so that they need not wait
 * for what was polled.
 */
final class StopSweep {
    private static final String KIND = "sweep";
    /**
     * How often a task looks whether it is its turn. It looks when the thread's other tasks do, counted from the same moment:
     * a round of records in which anything but records is done is followed by a shorter one.
     */
    private static final Duration EVERY = Duration.ofMillis(20);
    /** How many entries of what was handled one step forgets: a key each, far less than a run that ends. */
    private static final int FORGOTTEN = 100;

    private final StageTask task;
    private Optional<BiConsumer<Arrival, StopProgress>> step = Optional.empty();
    private Optional<Cancellable> walk = Optional.empty();

    StopSweep(StageTask task) {
        this.task = task;
    }

    /** From now on steps are taken, beginning with what a task before this one has left. */
    void start(BiConsumer<Arrival, StopProgress> next) {
        step = Optional.of(next);
        goOn();
    }

    /** The stop takes effect here; steps follow. */
    void begin(Arrival arrival, Stop stop) {
        // Anew by the clock: if it was set back, what was scheduled before comes late.
        halt();
        put(task.stopLedger().of(stop).begun(arrival.position(), arrival.origin()));
    }

    /** Keeps how far a stop has come, and goes on if something is left. */
    void put(StopProgress progress) {
        task.stopLedger().put(progress);
        goOn();
    }

    private void goOn() {
        if (walk.isEmpty() && task.stopLedger().next().isPresent()) {
            walk = Optional.of(task.schedule(EVERY, this::walk));
        }
    }

    private void halt() {
        walk.ifPresent(Cancellable::cancel);
        walk = Optional.empty();
    }

    private void walk() {
        Optional<StopProgress> next = task.stopLedger().next();
        if (next.isEmpty()) {
            halt();
        } else if (task.turns().take()) {
            take(next.get());
            task.commitSoon();
        }
    }

    private void take(StopProgress progress) {
        Arrival arrival = task.again(progress.position(), progress.origin());
        if (progress.counted()) {
            tidy(arrival, progress);
        } else {
            step.orElseThrow().accept(arrival, progress);
        }
    }

    /** Enters a step into the task's own chain, with what was written in it for no run or operation alone. */
    void journal(Arrival arrival, StopProgress progress, Outbox outbox) {
        task.journal(StageTask.plain(arrival, KIND, "swept", progress, outbox), outbox);
    }

    /** Forgets the next of what was handled out of turn, now that the report is complete, and in the end the stop. */
    private void tidy(Arrival arrival, StopProgress progress) {
        int forgotten = task.stopLedger().forgetHandled(progress, FORGOTTEN);
        task.note(arrival, KIND, "tidied", Map.of("stop", progress.stop(), "forgotten", forgotten));
        if (forgotten < FORGOTTEN) {
            task.stopLedger().end(progress);
        }
    }
}
