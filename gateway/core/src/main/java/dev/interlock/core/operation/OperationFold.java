package dev.interlock.core.operation;

import java.util.Optional;

/** Applies decided changes to an operation. */
public final class OperationFold {
    private OperationFold() {}

    /** The state after one change. */
    public static Optional<Operation> apply(Optional<Operation> before, OperationChange change) {
        throw new IllegalStateException("being written");
    }
}
