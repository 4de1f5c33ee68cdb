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
     * @param atMs the gateway's clock when it took the input up; an earlier time than the last input's counts as that
     * @return verdict, changes and effects; {@link OperationFold#apply} of the changes gives the state after
     */
    public static OperationDecision decide(
            String operationId, Optional<Operation> before, OperationInput input, long atMs) {
        Draft draft = new Draft(operationId, before, atMs);
        OperationVerdict verdict = switch (input) {
            case OperationInput.Requested requested -> Claiming.decide(draft, requested);
            case OperationInput.Withdrawn withdrawn -> Withdrawing.decide(draft, withdrawn);
            case OperationInput.AdmissionAsked asked -> Admitting.decide(draft, asked);
            case OperationInput.Reported reported -> Reporting.decide(draft, reported);
            case OperationInput.Running running -> Waiting.running(draft, running);
            case OperationInput.TimeoutDue due -> Waiting.timeout(draft, due);
            case OperationInput.QueryDue due -> Querying.due(draft, due);
            case OperationInput.Resolved resolved -> Resolving.decide(draft, resolved.resolution());
            case OperationInput.Stopped stopped -> Stopping.decide(draft, stopped.stop());
            case OperationInput.HorizonDue due -> Waiting.horizon(draft, due);
        };
        return draft.decided(verdict);
    }
}
