package dev.interlock.server.wire;

import dev.interlock.core.operation.OperationInput;
import dev.interlock.schemas.Due;
import dev.interlock.schemas.Symbols.DueKind;

/** The times an operation waits for, as due records name them. */
public final class OperationTimers {
    private OperationTimers() {}

    /** The timeout of an epoch's dispatch. */
    public static Armed timeout(String operationId, int epoch, long atMs) {
        return new Armed(operationId, new Due(DueKind.TIMEOUT, operationId, epoch, 0, atMs), 0);
    }

    /** The next question about an epoch, or the end of asking. */
    public static Armed query(String operationId, int epoch, int attempt, long atMs) {
        return new Armed(operationId, new Due(DueKind.QUERY, operationId, epoch, attempt, atMs), 0);
    }

    /** The end of a settled operation's horizons. */
    public static Armed horizon(String operationId, long version, long atMs) {
        return new Armed(operationId, new Due(DueKind.STUB_EXPIRY, operationId, 0, 0, atMs), version);
    }

    /** The name a timeout is armed under. */
    public static String timeoutName(String operationId) {
        return Armed.name(new Due(DueKind.TIMEOUT, operationId, 0, 0, 0));
    }

    /** The name a question is armed under. */
    public static String queryName(String operationId) {
        return Armed.name(new Due(DueKind.QUERY, operationId, 0, 0, 0));
    }

    /** What the core is told when an armed time came. */
    public static OperationInput input(Armed armed) {
        return switch (armed.due().kind()) {
            case DueKind.TIMEOUT ->
                new OperationInput.TimeoutDue(Math.toIntExact(armed.due().epoch()));
            case DueKind.QUERY ->
                new OperationInput.QueryDue(
                        Math.toIntExact(armed.due().epoch()), armed.due().attempt());
            case DueKind.STUB_EXPIRY -> new OperationInput.HorizonDue(armed.version());
            default ->
                throw new IllegalStateException(
                        "No operation waits for " + armed.due().kind());
        };
    }
}
