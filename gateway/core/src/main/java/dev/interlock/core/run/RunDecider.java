package dev.interlock.core.run;

import java.util.Optional;

/** Decides what one input does to one run. Pure: the same arguments give the same decision. */
public final class RunDecider {
    private RunDecider() {}

    /**
     * Decides.
     *
     * @param before the run's state; empty when it has none
     * @param input what happened
     * @param moment the circumstances
     * @return verdict, changes and effects; {@link RunFold#apply} of the changes to {@code before} gives the state after
     */
    public static RunDecision decide(Optional<RunState> before, RunInput input, Moment moment) {
        throw new IllegalStateException("being written");
    }
}
