package dev.interlock.core.run;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.outcome.Reason;
import java.util.Optional;

/** What a run already knows of the operation a call names: row 7 of the contract's order. */
final class KnownOperations {
    private final RunState run;

    KnownOperations(RunDraft draft) {
        this.run = draft.state();
    }

    Optional<Finding> check(Call call) {
        if (call.kind() != Kind.WRITE) {
            return Optional.empty();
        }
        Optional<Finding> open = openUnder(call)
                .flatMap(o -> conflict(
                        call, o.call().tool(), o.call().fingerprint(), o.call().identityRule()));
        return open.or(() -> known(call).flatMap(k -> conflict(call, k.tool(), k.fingerprint(), k.identityRule())))
                .or(() -> state(call));
    }

    boolean isCommitted(Call call) {
        return call.kind() == Kind.WRITE
                && known(call)
                        .filter(k -> k.state() == KnownOperation.State.COMMITTED)
                        .isPresent();
    }

    private Optional<KnownOperation> known(Call call) {
        return call.operationId().map(run.operations()::get);
    }

    /** An open wish for the stored result is no claim. */
    private boolean isInFlight(Call call) {
        return run.open().values().stream()
                .anyMatch(o -> !o.replay() && o.call().operationId().equals(call.operationId()));
    }

    private Optional<OpenCall> openUnder(Call call) {
        return run.open().values().stream()
                .filter(o -> o.call().operationId().equals(call.operationId()))
                .findFirst();
    }

    private Optional<Finding> state(Call call) {
        boolean unknown = known(call)
                .filter(k -> k.state() == KnownOperation.State.UNKNOWN)
                .isPresent();
        if (unknown || (run.phase() == Phase.RECONCILING && !isCommitted(call))) {
            return Optional.of(Finding.of(Reason.UNKNOWN_COMMIT));
        }
        return isInFlight(call) ? Optional.of(Finding.of(Reason.OPERATION_IN_FLIGHT)) : Optional.empty();
    }

    private static Optional<Finding> conflict(Call call, String tool, String fingerprint, String identityRule) {
        if (!identityRule.equals(call.identityRule())) {
            return Optional.of(Finding.of(Reason.IDENTITY_RULE_CHANGED));
        }
        boolean same = tool.equals(call.tool()) && fingerprint.equals(call.fingerprint());
        return same ? Optional.empty() : Optional.of(Finding.of(Reason.OPERATION_CONFLICT));
    }
}
