package dev.interlock.core.operation;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.operation.OperationVerdict.What;
import dev.interlock.core.outcome.Reason;

/**
 * A stop reaches an open claim: its worker is asked to stop, once, and what became of it is still awaited. Whoever waits
 * for the claim and is in scope is refused; the others go on waiting.
 */
final class Stopping {
    private Stopping() {}

    static OperationVerdict decide(Draft draft, Stop stop) {
        if (draft.found().isEmpty()) {
            return OperationVerdict.of(What.IGNORED);
        }
        Reason reason = stop.scope().reason();
        boolean left = Joining.stop(draft, stop);
        boolean cancels = isToStop(draft.operation(), stop);
        if (cancels) {
            draft.change(new OperationChange.StopNoted());
            draft.effect(new OperationEffect.Cancel(draft.operation().claim(), reason));
        }
        if (left) {
            draft.effect(new OperationEffect.Show());
        }
        return cancels || left ? OperationVerdict.of(What.CANCELLED, reason) : OperationVerdict.of(What.IGNORED);
    }

    private static boolean isToStop(Operation operation, Stop stop) {
        Request request = operation.claim().request();
        return operation.inFlight() && !operation.claim().stopRequested() && request.isReachedBy(stop);
    }
}
