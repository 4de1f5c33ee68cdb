package dev.interlock.server.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Evidence;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.ToolError;
import dev.interlock.core.fact.Value;
import dev.interlock.schemas.CallError;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Limits;
import dev.interlock.schemas.OperationResult;
import dev.interlock.schemas.OperationResultBuilder;
import dev.interlock.schemas.Position;
import java.util.Optional;
import java.util.OptionalLong;

/** The translation of a reported result into what the core decides on, and into what is passed on. */
final class ResultFacts {
    private ResultFacts() {}

    /** What is passed on of a result that stands at {@code source}: all of it, but no value that is too large. */
    static OperationResult carried(dev.interlock.schemas.Result reported, Position source) {
        boolean tooLarge = reported.value() != null && reported.value().size() > Limits.VALUE_BYTES;
        return OperationResultBuilder.builder()
                .status(reported.status())
                .effect(reported.effect())
                .evidence(reported.evidence())
                .value(tooLarge ? null : reported.value())
                .valueDigest(digest(reported))
                .valueTruncated(tooLarge || reported.valueTruncated())
                .valueRef(reference(reported, source))
                .error(Shown.hidden(reported.error()))
                .retryAfterMs(reported.retryAfterMs())
                .adapterAttempts(reported.adapterAttempts())
                .costMicros(reported.costMicros())
                .completedAtMs(reported.completedAtMs())
                .dispatchId(reported.dispatchId())
                .workerId(reported.workerId())
                .build();
    }

    /** Where the whole value stands; a worker that has left it out has put it nowhere, unless it says where. */
    private static Position reference(dev.interlock.schemas.Result reported, Position source) {
        boolean nowhere = reported.value() == null && reported.valueTruncated();
        return reported.valueRef() == null && !nowhere ? source : reported.valueRef();
    }

    private static String digest(dev.interlock.schemas.Result reported) {
        return reported.value() == null
                ? reported.valueDigest()
                : Sha256.of(reported.value().canonical());
    }

    /**
     * What the core decides on.
     *
     * @param unsaid the effect of a result that names none
     * @param notExecuted what the worker library says kept the call from running; null when it ran
     */
    static Result of(OperationResult carried, Effect unsaid, String notExecuted) {
        return new Result(
                Symbols.find(ResultStatus.class, carried.status()).orElse(ResultStatus.UNRECOGNISED),
                carried.effect() == null
                        ? unsaid
                        : Symbols.find(Effect.class, carried.effect()).orElse(Effect.UNKNOWN),
                evidence(carried.evidence()),
                value(carried),
                Optional.ofNullable(carried.error()).map(error -> error(error, carried.status())),
                Optional.ofNullable(notExecuted).map(Shown::hidden),
                carried.retryAfterMs() == null ? OptionalLong.empty() : OptionalLong.of(carried.retryAfterMs()),
                carried.adapterAttempts() == null ? 1 : Math.max(1, carried.adapterAttempts()),
                false,
                Optional.empty(),
                carried.costMicros() == null ? OptionalLong.empty() : OptionalLong.of(carried.costMicros()));
    }

    /** The dispatch a receipt names as the cause of what it proves: its member {@code dispatch_id}, where it is a text. */
    static Optional<String> named(dev.interlock.schemas.Evidence found) {
        return Optional.ofNullable(found)
                .map(dev.interlock.schemas.Evidence::receipt)
                .map(receipt -> receipt.node().path("dispatch_id"))
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue);
    }

    private static Evidence evidence(dev.interlock.schemas.Evidence found) {
        if (found == null) {
            return Evidence.NONE;
        }
        return new Evidence(
                found.revision() == null ? OptionalLong.empty() : OptionalLong.of(found.revision()),
                Optional.ofNullable(found.done()),
                Optional.ofNullable(found.subject()),
                !found.faults().isEmpty());
    }

    private static Value value(OperationResult carried) {
        if (carried.valueTruncated()) {
            return new Value(Optional.ofNullable(carried.valueDigest()).orElse(""), false);
        }
        return carried.value() == null
                ? Value.ABSENT
                : new Value(Sha256.of(carried.value().canonical()), isEmpty(carried.value()));
    }

    static boolean isEmpty(Json value) {
        JsonNode node = value.node();
        return node.isNull()
                || (node.isTextual() && node.textValue().isEmpty())
                || (node.isContainerNode() && node.isEmpty());
    }

    /** An error of no known class is transient where the worker says that trying again can help. */
    private static ToolError error(CallError error, String status) {
        ToolError.Kind unsaid = Symbols.code(ResultStatus.RETRYABLE).equals(status)
                ? ToolError.Kind.TRANSIENT
                : ToolError.Kind.PERMANENT;
        return new ToolError(
                Symbols.find(ToolError.Kind.class, error.errorClass()).orElse(unsaid),
                Optional.ofNullable(error.code()).orElse(""));
    }
}
