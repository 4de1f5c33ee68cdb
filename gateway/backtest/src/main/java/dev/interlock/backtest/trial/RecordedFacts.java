package dev.interlock.backtest.trial;

import dev.interlock.backtest.trace.TracedCall;
import dev.interlock.backtest.trace.TracedResult;
import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Evidence;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.ToolError;
import dev.interlock.core.fact.Value;
import dev.interlock.schemas.Fingerprint;
import dev.interlock.schemas.IdentityRule;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Puts what a trace says into the facts the core decides on.
 *
 * <p>What may have changed something is a write that did. A failed one changed nothing: the trace goes on, so nobody was
 * left in doubt. Equal failures are told by what their text says beside numbers and names.
 */
final class RecordedFacts {
    private RecordedFacts() {}

    /**
     * A call.
     *
     * @param ownId the operation id of a write that has none in the trace
     */
    static Call call(TracedCall traced, String ownId) {
        Fingerprint fingerprint = Fingerprint.of(traced.tool(), traced.args(), IdentityRule.NONE, Optional.empty());
        Kind kind = kind(traced.kind());
        Optional<String> operationId =
                kind == Kind.WRITE ? traced.operationId().or(() -> Optional.of(ownId)) : Optional.empty();
        return new Call(
                traced.tool(),
                kind,
                fingerprint.toString(),
                fingerprint.identityRule(),
                operationId,
                operationId.orElse("") + fingerprint);
    }

    static Result result(TracedCall traced) {
        TracedResult result = traced.result();
        return new Result(
                status(result),
                effect(traced),
                new Evidence(result.revision(), result.done(), Optional.empty(), false),
                value(result),
                result.failure().map(failure -> new ToolError(errorKind(failure), code(result))),
                Optional.empty(),
                OptionalLong.empty(),
                1);
    }

    private static Kind kind(TracedCall.Kind kind) {
        return switch (kind) {
            case READ -> Kind.READ;
            case MODEL -> Kind.MODEL;
            case WRITE, UNKNOWN -> Kind.WRITE;
        };
    }

    private static ResultStatus status(TracedResult result) {
        ResultStatus told = result.failure().isPresent() ? ResultStatus.RETRYABLE : ResultStatus.OK;
        return result.status().map(RecordedFacts::status).orElse(told);
    }

    private static ResultStatus status(String symbol) {
        return Arrays.stream(ResultStatus.values())
                .filter(status -> status.name().toLowerCase(Locale.ROOT).equals(symbol))
                .findFirst()
                .orElse(ResultStatus.UNRECOGNISED);
    }

    private static Effect effect(TracedCall traced) {
        boolean writes = kind(traced.kind()) == Kind.WRITE;
        boolean failed = traced.result().failure().isPresent();
        Effect follows = !writes ? Effect.NONE : failed ? Effect.NOT_COMMITTED : Effect.COMMITTED;
        return traced.result()
                .effect()
                .map(symbol -> Arrays.stream(Effect.values())
                        .filter(effect -> effect.name().toLowerCase(Locale.ROOT).equals(symbol))
                        .findFirst()
                        .orElse(Effect.UNKNOWN))
                .orElse(follows);
    }

    private static Value value(TracedResult result) {
        boolean empty = result.digest().isEmpty() || result.length() == 0;
        return new Value(result.digest().orElse(Value.ABSENT.digest()), empty);
    }

    private static ToolError.Kind errorKind(TracedResult.Failure failure) {
        return switch (failure) {
            case TRANSIENT -> ToolError.Kind.TRANSIENT;
            case PERMANENT -> ToolError.Kind.PERMANENT;
        };
    }

    private static String code(TracedResult result) {
        return result.signature().or(result::digest).orElse("unreported");
    }
}
