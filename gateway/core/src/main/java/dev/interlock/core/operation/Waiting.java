package dev.interlock.core.operation;

import dev.interlock.core.operation.OperationVerdict.What;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.ToolContract;
import java.util.Optional;

/** A time that was waited for has come. */
final class Waiting {
    private Waiting() {}

    /** A missing result proves nothing: the operation is unknown, never failed and never free. */
    static OperationVerdict timeout(Draft draft, OperationInput.TimeoutDue due) {
        if (draft.found()
                .filter(o -> o.inFlight() && o.claim().epoch() == due.epoch())
                .isEmpty()) {
            return OperationVerdict.of(What.IGNORED);
        }
        draft.change(new OperationChange.LeftUnknown(Optional.empty()));
        Querying.plan(draft);
        Answers.standing(draft).forEach(draft::effect);
        Joining.release(draft);
        draft.effect(new OperationEffect.Show());
        return OperationVerdict.of(What.UNKNOWN, Reason.UNKNOWN_COMMIT);
    }

    /**
     * A sign of life gives the worker its timeout once more, up to the contract's maximum. What waits until the epoch can
     * have no effect any more counts from that maximum in any case, so nothing else moves.
     */
    static OperationVerdict running(Draft draft, OperationInput.Running running) {
        if (draft.found().filter(o -> isExtended(o, running, draft.atMs())).isEmpty()) {
            return OperationVerdict.of(What.IGNORED);
        }
        Claim claim = draft.operation().claim();
        ToolContract contract = claim.request().contract();
        long latestMs = claim.dispatchedAtMs() + contract.maxTimeoutMs();
        draft.effect(
                new OperationEffect.ArmTimeout(claim.epoch(), Math.min(latestMs, draft.atMs() + contract.timeoutMs())));
        return OperationVerdict.of(What.EXTENDED);
    }

    private static boolean isExtended(Operation operation, OperationInput.Running running, long atMs) {
        Claim claim = operation.claim();
        ToolContract contract = claim.request().contract();
        return operation.inFlight()
                && claim.epoch() == running.epoch()
                && claim.dispatchId().equals(running.dispatchId())
                && contract.mayRunOn()
                && atMs < claim.dispatchedAtMs() + contract.maxTimeoutMs();
    }

    static OperationVerdict horizon(Draft draft, OperationInput.HorizonDue due) {
        if (draft.found()
                .filter(o -> o.settled() && o.version() == due.version())
                .isEmpty()) {
            return OperationVerdict.of(What.IGNORED);
        }
        draft.change(new OperationChange.Forgotten());
        draft.effect(new OperationEffect.Forget());
        draft.effect(new OperationEffect.Show());
        return OperationVerdict.of(What.FORGOTTEN);
    }

    /**
     * When the settled operation may be forgotten: after the longest of the retry horizon (until then a retry must find
     * out that it is one), the stub of the run that has it in its outcome (until then the same call must be replayed) and
     * the time in which a stalled worker's report can still come in and contradict what is known.
     */
    static OperationEffect horizonOf(Operation settled) {
        Request request = settled.claim().request();
        ToolContract contract = request.contract();
        long keptMs = Math.max(contract.retryHorizonMs(), Math.max(request.stubMs(), contract.settledAfterMs()));
        return new OperationEffect.ArmHorizon(settled.version(), settled.lastAtMs() + keptMs);
    }
}
