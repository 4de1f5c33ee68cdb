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
import dev.interlock.policy.contract.CallFacts;
import dev.interlock.policy.contract.EffectClass;
import dev.interlock.policy.contract.ProposedCall;
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
 * left in doubt. Equal failures are told by what their text says beside numbers and names. A read that brought neither a
 * result nor a failure is one whose outcome nobody reported.
 */
final class RecordedFacts {
    private static final String PLAIN = IdentityRule.NONE.hash();

    private RecordedFacts() {}

    /**
     * A call as its contract is asked about it. What may be a write or not is what the contract says.
     *
     * @param effect what the contract says the tool does
     */
    static ProposedCall proposed(TracedCall traced, Optional<EffectClass> effect, long turn) {
        boolean readsOnly = traced.kind() == TracedCall.Kind.UNKNOWN
                && effect.filter(known -> known == EffectClass.READ).isPresent();
        return new ProposedCall(
                traced.tool(),
                readsOnly ? Kind.READ : kind(traced.kind()),
                traced.args(),
                traced.operationId(),
                traced.agent(),
                turn);
    }

    /**
     * A call.
     *
     * @param facts what its contract says
     * @param ownId the operation id of a write that has none in the trace and gets none by its contract
     */
    static Call call(ProposedCall proposed, CallFacts facts, String ownId) {
        Fingerprint fingerprint = Fingerprint.of(proposed.tool(), proposed.args(), facts.identity(), Optional.empty());
        Optional<String> operationId =
                proposed.kind() == Kind.WRITE ? facts.operationId().or(() -> Optional.of(ownId)) : Optional.empty();
        return new Call(
                proposed.tool(),
                proposed.kind(),
                fingerprint.toString(),
                fingerprint.identityRule(),
                operationId,
                operationId.orElse("") + digest(proposed, fingerprint));
    }

    /** What a person approves: the whole call, with what its fingerprint leaves out. */
    private static String digest(ProposedCall proposed, Fingerprint fingerprint) {
        return fingerprint.identityRule().equals(PLAIN)
                ? fingerprint.toString()
                : Fingerprint.of(proposed.tool(), proposed.args(), IdentityRule.NONE, Optional.empty())
                        .toString();
    }

    /** Whether nobody reported what came of a call that changes nothing. */
    static boolean isUnreported(TracedCall traced, Kind kind) {
        TracedResult result = traced.result();
        return kind != Kind.WRITE
                && result.digest().isEmpty()
                && result.failure().isEmpty()
                && result.status().isEmpty();
    }

    /** What a call brought, as one of the kind it was proposed as. */
    static Result result(TracedCall traced, Kind kind) {
        TracedResult result = traced.result();
        boolean unreported = isUnreported(traced, kind);
        return new Result(
                unreported ? ResultStatus.RETRYABLE : status(result),
                effect(traced, kind),
                new Evidence(result.revision(), result.done(), Optional.empty(), false),
                value(result),
                unreported
                        ? Optional.of(new ToolError(ToolError.Kind.TRANSIENT, ToolError.TIMEOUT))
                        : result.failure().map(failure -> new ToolError(errorKind(failure), code(result))),
                Optional.empty(),
                OptionalLong.empty(),
                1,
                false,
                Optional.empty(),
                result.costMicros());
    }

    /** What a call brought, as a worker reports it: with the value where the trace has it. */
    static Brought brought(TracedCall traced, Kind kind) {
        return new Brought(result(traced, kind), traced.result().value());
    }

    static Kind kind(TracedCall.Kind kind) {
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

    private static Effect effect(TracedCall traced, Kind kind) {
        boolean writes = kind == Kind.WRITE;
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
