package dev.interlock.core.operation;

import dev.interlock.core.operation.Operation.State;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Applies decided changes to an operation. */
public final class OperationFold {
    private OperationFold() {}

    /**
     * The state after one change.
     *
     * @param before the state before; empty when the operation is absent
     * @param change what was decided
     * @return the state after; empty when the operation is forgotten
     * @throws IllegalStateException when no decision can have led to this change of this state
     */
    public static Optional<Operation> apply(Optional<Operation> before, OperationChange change) {
        return switch (change) {
            case OperationChange.Claimed claimed -> Optional.of(claimed(before, claimed));
            case OperationChange.Clocked(long atMs) -> edit(before, o -> touched(o, o.claim(), atMs));
            case OperationChange.StopNoted() ->
                edit(before, o -> touched(o, o.claim().withStopRequested(), o.lastAtMs()));
            case OperationChange.Committed(Report report) ->
                edit(before, o -> settled(o, State.COMMITTED, report, false));
            case OperationChange.NotCommitted(Report report, boolean proven) ->
                edit(before, o -> settled(o, State.NOT_COMMITTED, report, proven));
            case OperationChange.LeftUnknown(Optional<Report> report) ->
                edit(before, o -> moved(o, State.UNKNOWN, report.or(o::report), false, o.contradiction()));
            case OperationChange.Contradicted(Report report) ->
                edit(before, o -> moved(o, State.UNKNOWN, o.report(), false, Optional.of(report)));
            case OperationChange.Forgotten() -> Optional.empty();
        };
    }

    private static Optional<Operation> edit(Optional<Operation> before, UnaryOperator<Operation> step) {
        return Optional.of(step.apply(
                before.orElseThrow(() -> new IllegalStateException("only a claim can change an absent operation"))));
    }

    private static Operation claimed(Optional<Operation> before, OperationChange.Claimed change) {
        Claim claim = change.claim();
        int last = before.map(o -> o.claim().epoch()).orElse(0);
        if (claim.epoch() != last + 1) {
            throw new IllegalStateException("operation " + change.operationId() + ": epoch must be " + (last + 1)
                    + " after " + last + ", was " + claim.epoch());
        }
        long version = before.map(Operation::version).orElse(0L) + 1;
        long first = before.map(Operation::firstDispatchedAtMs).orElse(claim.dispatchedAtMs());
        return new Operation(
                change.operationId(),
                claim,
                State.IN_FLIGHT,
                version,
                Optional.empty(),
                false,
                Optional.empty(),
                first,
                claim.dispatchedAtMs());
    }

    private static Operation touched(Operation o, Claim claim, long atMs) {
        return new Operation(
                o.operationId(),
                claim,
                o.state(),
                o.version(),
                o.report(),
                o.notExecuted(),
                o.contradiction(),
                o.firstDispatchedAtMs(),
                Math.max(o.lastAtMs(), atMs));
    }

    private static Operation settled(Operation o, State state, Report report, boolean notExecuted) {
        return moved(o, state, Optional.of(report), notExecuted, o.contradiction());
    }

    private static Operation moved(
            Operation o, State state, Optional<Report> report, boolean proven, Optional<Report> contradiction) {
        return new Operation(
                o.operationId(),
                o.claim(),
                state,
                o.version() + 1,
                report,
                proven,
                contradiction,
                o.firstDispatchedAtMs(),
                o.lastAtMs());
    }
}
