package dev.interlock.core.run;

import java.util.Optional;

/** Applies decided changes to a run's state. */
public final class RunFold {
    private RunFold() {}

    /** The state after one change. */
    public static Optional<RunState> apply(Optional<RunState> before, RunChange change) {
        throw new IllegalStateException("being written");
    }
}
