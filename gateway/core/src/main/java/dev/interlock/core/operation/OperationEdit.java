package dev.interlock.core.operation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** An operation's state being changed: lives inside one {@link OperationFold} step and never outside it. */
final class OperationEdit {
    private final Operation before;
    private Claim claim;
    private Operation.State state;
    private long version;
    private Optional<Report> report;
    private boolean notExecuted;
    private Optional<Report> contradiction;
    private Queries queries;
    private List<Joiner> joiners;
    private long activations;
    private Optional<String> resolvedBy;
    private long lastAtMs;

    OperationEdit(Operation before) {
        this.before = before;
        claim = before.claim();
        state = before.state();
        version = before.version();
        report = before.report();
        notExecuted = before.notExecuted();
        contradiction = before.contradiction();
        queries = before.queries();
        joiners = new ArrayList<>(before.joiners());
        activations = before.activations();
        resolvedBy = before.resolvedBy();
        lastAtMs = before.lastAtMs();
    }

    Operation operation() {
        return new Operation(
                before.operationId(),
                claim,
                state,
                version,
                report,
                notExecuted,
                contradiction,
                queries,
                joiners,
                activations,
                resolvedBy,
                before.firstDispatchedAtMs(),
                lastAtMs);
    }

    OperationEdit clock(long atMs) {
        lastAtMs = Math.max(lastAtMs, atMs);
        return this;
    }

    OperationEdit stopRequested() {
        claim = claim.withStopRequested();
        return this;
    }

    /** Evidence or its absence moved it: the only thing that makes a new version. */
    OperationEdit moved(Operation.State to, Optional<Report> restsOn, boolean proven) {
        state = to;
        report = restsOn;
        notExecuted = proven;
        resolvedBy = Optional.empty();
        version++;
        return this;
    }

    OperationEdit contradiction(Optional<Report> changed) {
        contradiction = changed;
        return this;
    }

    OperationEdit resolvedBy(String operator) {
        resolvedBy = Optional.of(operator);
        return this;
    }

    OperationEdit queries(UnaryOperator<Queries> change) {
        queries = change.apply(queries);
        return this;
    }

    OperationEdit activationCounted() {
        activations++;
        return this;
    }

    OperationEdit joined(Joiner joiner) {
        joiners.add(joiner);
        return this;
    }

    OperationEdit left(List<Joiner> gone) {
        joiners.removeAll(gone);
        return this;
    }
}
