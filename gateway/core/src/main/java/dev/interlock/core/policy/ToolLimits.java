package dev.interlock.core.policy;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * The most a run may use of one tool. As of all ceilings none is ever reset; a cap of n allows n.
 *
 * @param calls granted calls of the tool; where one contract holds for several tools, each has its own count
 * @param parallel calls of the tool open at one time
 * @param rate calls of the tool in a time
 */
public record ToolLimits(OptionalInt calls, OptionalInt parallel, Optional<RateRule> rate) {

    public ToolLimits {
        calls.ifPresent(most -> Parts.within("limits.calls", most, 0, Ceilings.MOST));
        parallel.ifPresent(most -> Parts.within("limits.parallel", most, 0, Ceilings.MOST_PARALLEL));
    }

    /** No rate. */
    public ToolLimits(OptionalInt calls, OptionalInt parallel) {
        this(calls, parallel, Optional.empty());
    }

    /** Only so many calls in a time. */
    public static ToolLimits ofRate(int calls, long perMs) {
        return new ToolLimits(OptionalInt.empty(), OptionalInt.empty(), Optional.of(new RateRule(calls, perMs)));
    }

    /** Only so many calls. */
    public static ToolLimits ofCalls(int most) {
        return new ToolLimits(OptionalInt.of(most), OptionalInt.empty());
    }

    /** Only so many calls open at one time. */
    public static ToolLimits ofParallel(int most) {
        return new ToolLimits(OptionalInt.empty(), OptionalInt.of(most));
    }
}
