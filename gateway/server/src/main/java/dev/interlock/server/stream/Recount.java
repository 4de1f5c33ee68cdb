package dev.interlock.server.stream;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Goes once through a store of a task that begins, for its gauges, in steps that keep no record waiting for long. It reads and
 * writes nothing else; the first step is taken at once, so that a small store is counted before the first record.
 */
final class Recount {
    private static final Duration EVERY = Duration.ofMillis(50);
    /** What one step looks at; of runs, those that have ended are hardly looked at. */
    static final int LOOKED = 1_000;

    private final StageTask task;
    private final KeyValueStore<Bytes, byte[]> store;
    private final Visit visit;
    private String cursor = "";
    private Optional<Cancellable> steps = Optional.empty();

    /**
     * What is done on the way.
     *
     * @param entry with each key and value
     * @param cameTo with the last key of a step
     * @param end behind the last one
     */
    record Visit(BiConsumer<String, byte[]> entry, Consumer<String> cameTo, Runnable end) {}

    Recount(StageTask task, KeyValueStore<Bytes, byte[]> store, Visit visit) {
        this.task = task;
        this.store = store;
        this.visit = visit;
    }

    void start() {
        if (!step()) {
            steps = Optional.of(task.schedule(EVERY, this::goOn));
        }
    }

    private void goOn() {
        if (step()) {
            steps.ifPresent(Cancellable::cancel);
        }
    }

    /** Whether nothing is left. */
    private boolean step() {
        boolean all;
        try (KeyValueIterator<Bytes, byte[]> entries = store.range(Stores.behind(cursor), null)) {
            for (int looked = 0; entries.hasNext() && looked < LOOKED; looked++) {
                var entry = entries.next();
                cursor = Stores.text(entry.key);
                visit.entry().accept(cursor, entry.value);
            }
            all = !entries.hasNext();
        }
        visit.cameTo().accept(cursor);
        if (all) {
            visit.end().run();
        }
        return all;
    }
}
