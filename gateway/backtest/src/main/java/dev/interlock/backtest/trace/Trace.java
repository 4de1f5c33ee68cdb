package dev.interlock.backtest.trace;

import java.util.List;
import java.util.Optional;

/**
 * A recorded run.
 *
 * @param source where it comes from
 * @param run its name, unique in its source
 * @param success whether it reached its goal; empty where nobody judged it
 * @param halted whether it ran into a limit of turns or time; empty where that is not known
 * @param calls what it called, in order
 */
public record Trace(
        String source, String run, Optional<Boolean> success, Optional<Boolean> halted, List<TracedCall> calls) {
    public Trace {
        calls = List.copyOf(calls);
    }

    /** Whether any result has a validated revision. */
    public boolean hasRevisions() {
        return calls.stream().anyMatch(call -> call.result().revision().isPresent());
    }

    /** Whether every call says when it was made. */
    public boolean isTimed() {
        return calls.stream().allMatch(call -> call.atMs().isPresent());
    }
}
