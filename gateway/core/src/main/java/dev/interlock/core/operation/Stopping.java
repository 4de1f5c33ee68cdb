package dev.interlock.core.operation;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.operation.OperationVerdict.What;
import dev.interlock.core.outcome.Reason;

/** A stop reaches an open claim: its worker is asked to stop, once. What became of it is still awaited. */
final class Stopping {
    private Stopping() {}

    static OperationVerdict decide(Draft draft, Stop stop) {
        if (draft.found().filter(o -> isToStop(o, stop)).isEmpty()) {
            return OperationVerdict.of(What.IGNORED);
        }
        Reason reason = stop.scope().reason();
        draft.change(new OperationChange.StopNoted());
        draft.effect(new OperationEffect.Cancel(draft.operation().claim(), reason));
        return OperationVerdict.of(What.CANCELLED, reason);
    }

    private static boolean isToStop(Operation operation, Stop stop) {
        Request request = operation.claim().request();
        return operation.inFlight() && !operation.claim().stopRequested() && request.isReachedBy(stop);
    }
}
