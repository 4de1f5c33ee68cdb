package dev.interlock.core.run;

import dev.interlock.core.policy.Ceiling;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where one budget of a run stands after an input that moved it.
 *
 * @param ceiling which one
 * @param budget how it stands
 */
public record BudgetReading(Ceiling ceiling, Budget budget) {
    /** The wall clock is a time, and no budget. */
    private static final Set<Ceiling> COUNTED = EnumSet.complementOf(EnumSet.of(Ceiling.WALL_CLOCK_MS));

    /** Those that an input moved, in the order of {@link Ceiling}; of a run that begins, those of which something is taken. */
    public static List<BudgetReading> moved(Optional<RunState> before, Optional<RunState> after) {
        return after.stream()
                .flatMap(now -> COUNTED.stream().map(ceiling -> of(now, ceiling)))
                .filter(reading -> !before.map(run -> of(run, reading.ceiling()).equals(reading))
                        .orElse(reading.takesNothing()))
                .toList();
    }

    private static BudgetReading of(RunState run, Ceiling ceiling) {
        return new BudgetReading(ceiling, run.budgets().budget(ceiling));
    }

    private boolean takesNothing() {
        return budget.used() == 0 && budget.reserved() == 0;
    }
}
