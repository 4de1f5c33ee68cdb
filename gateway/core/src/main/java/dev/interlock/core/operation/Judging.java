package dev.interlock.core.operation;

import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.Soundness;
import dev.interlock.core.operation.Operation.State;
import dev.interlock.core.outcome.Reason;
import java.util.Optional;

/** What a report is worth. */
final class Judging {
    private Judging() {}

    /**
     * Whether the worker's fence proves that the epoch was never started. Only a first report can: once an executor
     * spoke, something was started.
     */
    static boolean provesNotExecuted(Operation operation, Report report) {
        return report.source() == Report.Source.WORKER
                && report.result().notExecuted().isPresent()
                && report.saysNotCommitted()
                && operation.report().isEmpty();
    }

    /** The first thing wrong with a report of the current epoch; empty when it settles the operation. */
    static Optional<Reason> fault(Operation operation, Report report) {
        if (provesNotExecuted(operation, report)) {
            return Optional.empty();
        }
        return unsound(operation.claim().request(), report.result());
    }

    /** A fence that kept a call from running and yet reports another effect contradicts itself. */
    private static Optional<Reason> unsound(Request request, Result result) {
        boolean absurd = result.notExecuted().isPresent() && result.effect() != Effect.NOT_COMMITTED;
        return absurd
                ? Optional.of(Reason.INVALID_RESULT)
                : Soundness.fault(result, Kind.WRITE, request.contract(), request.base());
    }

    /**
     * Whether a further report of an epoch cannot be true together with the one kept. One that says less than that
     * changes nothing; design section 8.
     */
    static boolean contradicts(Operation operation, Report report) {
        return operation
                .report()
                .filter(kept -> kept.opposes(report)
                        || (operation.state() == State.COMMITTED && kept.speaksOfAnotherEffect(report)))
                .isPresent();
    }

    /** Why an operation is unknown; empty when it is not. */
    static Optional<Reason> whyUnknown(Operation operation) {
        if (operation.state() != State.UNKNOWN) {
            return Optional.empty();
        }
        return operation
                .report()
                .filter(report -> !operation.conflicting())
                .flatMap(report -> unsound(operation.claim().request(), report.result()))
                .or(() -> Optional.of(Reason.UNKNOWN_COMMIT));
    }
}
