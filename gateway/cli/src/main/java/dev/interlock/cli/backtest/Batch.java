package dev.interlock.cli.backtest;

import dev.interlock.backtest.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Hands on what is read some at a time: enough to keep all cores busy, and not so much that it fills the memory. */
final class Batch {
    private static final int RUNS = 256;

    private final Consumer<List<Trace>> action;
    private List<Trace> gathered = new ArrayList<>();

    Batch(Consumer<List<Trace>> action) {
        this.action = action;
    }

    void add(Trace trace) {
        gathered.add(trace);
        if (gathered.size() == RUNS) {
            end();
        }
    }

    /** Hands on what is left. */
    void end() {
        List<Trace> full = gathered;
        gathered = new ArrayList<>();
        action.accept(full);
    }
}
