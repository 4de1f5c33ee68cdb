package dev.interlock.core.operation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A decision being made: the changes and effects so far, and the state they lead to. Each change is folded at once, so
 * that what follows sees it.
 */
final class Draft {
    private final String operationId;
    private final long atMs;
    private final List<OperationChange> changes = new ArrayList<>();
    private final List<OperationEffect> effects = new ArrayList<>();
    private Optional<Operation> found;

    Draft(String operationId, Optional<Operation> before, long atMs) {
        this.operationId = operationId;
        this.atMs = before.map(o -> Math.max(o.lastAtMs(), atMs)).orElse(atMs);
        this.found = before;
        before.ifPresent(o -> change(new OperationChange.Clocked(this.atMs)));
    }

    String operationId() {
        return operationId;
    }

    /** The time of this decision: the gateway's clock, but never before the operation's last input. */
    long atMs() {
        return atMs;
    }

    Optional<Operation> found() {
        return found;
    }

    Operation operation() {
        return found.orElseThrow(() -> new IllegalStateException("operation " + operationId + " is absent"));
    }

    void change(OperationChange change) {
        changes.add(change);
        found = OperationFold.apply(found, change);
    }

    void effect(OperationEffect effect) {
        effects.add(effect);
    }

    OperationDecision decided(OperationVerdict verdict) {
        return new OperationDecision(verdict, changes, effects, found);
    }
}
