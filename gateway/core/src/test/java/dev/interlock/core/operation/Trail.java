package dev.interlock.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;

/** One operation driven from input to input. Every decision is checked to be repeatable and to fold to its own end. */
final class Trail {
    private final String operationId;
    private Optional<Operation> state = Optional.empty();

    Trail(String operationId) {
        this.operationId = operationId;
    }

    Optional<Operation> state() {
        return state;
    }

    Operation operation() {
        return state.orElseThrow();
    }

    OperationDecision take(OperationInput input, long atMs) {
        Optional<Operation> before = state;
        OperationDecision decision = OperationDecider.decide(operationId, before, input, atMs);
        assertThat(OperationDecider.decide(operationId, before, input, atMs)).isEqualTo(decision);
        assertThat(fold(before, decision)).isEqualTo(decision.after());
        state = decision.after();
        return decision;
    }

    private static Optional<Operation> fold(Optional<Operation> before, OperationDecision decision) {
        Optional<Operation> folded = before;
        for (OperationChange change : decision.changes()) {
            folded = OperationFold.apply(folded, change);
        }
        return folded;
    }
}
