package dev.interlock.core.operation;

import dev.interlock.core.operation.Operation.State;
import java.util.List;
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
            case OperationChange.Clocked(long atMs) -> edit(before, e -> e.clock(atMs));
            case OperationChange.StopNoted() -> edit(before, OperationEdit::stopRequested);
            case OperationChange.Committed(Report report) ->
                edit(before, e -> e.moved(State.COMMITTED, Optional.of(report), false));
            case OperationChange.NotCommitted(Report report, boolean proven) ->
                edit(before, e -> e.moved(State.NOT_COMMITTED, Optional.of(report), proven));
            case OperationChange.LeftUnknown(Optional<Report> report) ->
                edit(
                        before,
                        e -> e.moved(
                                State.UNKNOWN,
                                report.or(() -> before.orElseThrow().report()),
                                false));
            case OperationChange.Contradicted(Report report) ->
                edit(
                        before,
                        e -> e.moved(State.UNKNOWN, before.orElseThrow().report(), false)
                                .contradiction(Optional.of(report)));
            case OperationChange.Resolved(State state, Report report, String by) ->
                edit(
                        before,
                        e -> e.moved(state, Optional.of(report), false)
                                .contradiction(Optional.empty())
                                .resolvedBy(by));
            case OperationChange.QueryPlanned(long atMs) -> edit(before, e -> e.queries(q -> q.next(atMs)));
            case OperationChange.QuerySent() -> edit(before, e -> e.queries(Queries::asked));
            case OperationChange.QueriesEnded() -> edit(before, e -> e.queries(Queries::over));
            case OperationChange.Joined(Joiner joiner) -> edit(before, e -> e.joined(joiner));
            case OperationChange.JoinersLeft(List<Joiner> gone) -> edit(before, e -> e.left(gone));
            case OperationChange.ActivationCounted() -> edit(before, OperationEdit::activationCounted);
            case OperationChange.Forgotten() -> Optional.empty();
        };
    }

    private static Optional<Operation> edit(Optional<Operation> before, UnaryOperator<OperationEdit> step) {
        Operation changed =
                before.orElseThrow(() -> new IllegalStateException("only a claim can change an absent operation"));
        return Optional.of(step.apply(new OperationEdit(changed)).operation());
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
                Queries.NONE,
                List.of(),
                before.map(Operation::activations).orElse(0L),
                Optional.empty(),
                first,
                claim.dispatchedAtMs());
    }
}
