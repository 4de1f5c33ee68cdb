package dev.interlock.core.run;

import java.util.List;
import java.util.Optional;

/**
 * Everything one input leads to.
 *
 * @param verdict what was decided
 * @param changes the changes of state, in order
 * @param effects what is to be written, in order
 * @param moved the budgets that it moved, as they stand after it
 * @param after the state after all changes; empty when there is no run (any more)
 */
public record RunDecision(
        Verdict verdict,
        List<RunChange> changes,
        List<RunEffect> effects,
        List<BudgetReading> moved,
        Optional<RunState> after) {
    public RunDecision {
        changes = List.copyOf(changes);
        effects = List.copyOf(effects);
        moved = List.copyOf(moved);
    }
}
