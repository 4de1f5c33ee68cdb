package dev.interlock.core.operation;

import java.util.List;
import java.util.Optional;

/**
 * Everything one input leads to.
 *
 * @param verdict what was decided
 * @param changes the changes of state, in order
 * @param effects what is to be written, in order
 * @param after the state after all changes; empty when there is no operation (any more)
 */
public record OperationDecision(
        OperationVerdict verdict,
        List<OperationChange> changes,
        List<OperationEffect> effects,
        Optional<Operation> after) {
    public OperationDecision {
        changes = List.copyOf(changes);
        effects = List.copyOf(effects);
    }
}
