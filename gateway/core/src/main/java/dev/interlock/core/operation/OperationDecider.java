package dev.interlock.core.operation;

import java.util.Optional;

/** Decides what one input does to one operation. Pure: the same arguments give the same decision. */
public final class OperationDecider {
    private OperationDecider() {}

    /**
     * Decides.
     *
     * @param operationId the operation concerned
     * @param before its state; empty when it is absent
     * @param input what happened
     * @param atMs the gateway's clock when it took the input up
     * @return verdict, changes and effects; {@link OperationFold#apply} of the changes gives the state after
     */
    public static OperationDecision decide(
            String operationId, Optional<Operation> before, OperationInput input, long atMs) {
        throw new IllegalStateException("being written");
    }
}
