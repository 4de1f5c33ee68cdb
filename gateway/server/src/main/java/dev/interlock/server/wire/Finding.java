package dev.interlock.server.wire;

import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.Value;
import dev.interlock.core.operation.Operation;
import dev.interlock.core.operation.Resolution;
import dev.interlock.core.operation.Resolving;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.Evidence;
import dev.interlock.schemas.OperationResult;
import dev.interlock.schemas.OperationResultBuilder;
import java.util.List;
import java.util.OptionalLong;

/**
 * What an operator says became of an operation.
 *
 * @param control the command
 * @param resolution what the core decides on
 */
public record Finding(Control control, Resolution resolution) {
    /** The finding of a command; a state outside the list is none that settles anything. */
    public static Finding of(Control control, Arrival arrival) {
        Resolution resolution = new Resolution(
                control.controlId(),
                control.by(),
                control.reason(),
                Symbols.find(Operation.State.class, control.state()).orElse(Operation.State.UNKNOWN),
                control.expectVersion(),
                control.observedAtMs() == null ? OptionalLong.empty() : OptionalLong.of(control.observedAtMs()),
                value(control),
                Sha256.of(arrival.value()),
                arrival.appendedAtMs());
        return new Finding(control, resolution);
    }

    private static Value value(Control control) {
        return control.value() == null
                ? Value.ABSENT
                : new Value(Sha256.of(control.value().canonical()), ResultFacts.isEmpty(control.value()));
    }

    /** The finding as a result of the operation, as runs and the ledger are told. */
    public Carried carried(Operation operation) {
        Result result = Resolving.result(operation, resolution);
        OperationResult found = OperationResultBuilder.builder()
                .status(Symbols.code(result.status()))
                .effect(Symbols.code(result.effect()))
                .evidence(evidence(result))
                .value(control.value())
                .valueDigest(
                        result.value().digest().isEmpty()
                                ? null
                                : result.value().digest())
                .dispatchId(operation.claim().dispatchId())
                .build();
        return new Carried(found);
    }

    private Evidence evidence(Result result) {
        OptionalLong revision = result.evidence().revision();
        return new Evidence(
                revision.isPresent() ? revision.getAsLong() : null,
                result.evidence().done().orElse(null),
                control.receipt(),
                null,
                List.of());
    }
}
