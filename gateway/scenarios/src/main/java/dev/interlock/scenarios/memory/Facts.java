package dev.interlock.scenarios.memory;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Evidence;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Page;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.ToolError;
import dev.interlock.core.fact.Value;
import dev.interlock.policy.contract.CallFacts;
import dev.interlock.policy.contract.ProposedCall;
import dev.interlock.scenarios.Behaviour;
import dev.interlock.scenarios.ScriptedCall;
import dev.interlock.scenarios.ScriptedReport;
import dev.interlock.schemas.Fingerprint;
import dev.interlock.schemas.IdentityRule;
import dev.interlock.schemas.Json;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/** Puts what a script says into the facts the core decides on, as the gateway and the worker library do. */
final class Facts {
    private static final List<String> EMPTY = List.of("null", "\"\"", "{}", "[]");

    private Facts() {}

    /** A call as its contract is asked about it. An empty operation id is a missing one. */
    static ProposedCall proposed(ScriptedCall call, String agentId, long turn) {
        return new ProposedCall(
                call.tool(),
                call.kind(),
                Json.of(call.args(UnaryOperator.identity())),
                call.operationId().filter(id -> !id.isEmpty()),
                agentId,
                turn);
    }

    /** A call. */
    static Call call(ProposedCall call, CallFacts told) {
        Fingerprint fingerprint = Fingerprint.of(call.tool(), call.args(), told.identity(), Optional.empty());
        String whole = Fingerprint.of(call.tool(), call.args(), IdentityRule.NONE, Optional.empty())
                .toString();
        return new Call(
                call.tool(),
                call.kind(),
                fingerprint.toString(),
                fingerprint.identityRule(),
                told.operationId(),
                told.operationId().orElse("") + whole,
                told.page().map(page -> new Page(page.series(), page.cursor().orElse(""))),
                OptionalLong.empty());
    }

    /** The value a result brought: the digest of a value is its text here. */
    static Optional<Json> brought(Result result) {
        return Optional.of(result.value().digest())
                .filter(text -> !text.isEmpty())
                .map(Json::parse);
    }

    /** What a worker reports after an execution that came to a result. */
    static Result result(Kind kind, Behaviour behaviour) {
        return switch (behaviour.course()) {
            case RETURNS -> returned(kind, behaviour.report());
            case THROWS -> exception(kind, ResultStatus.FATAL, ToolError.EXECUTOR_EXCEPTION);
            case VERIFIER_THROWS -> exception(kind, ResultStatus.OK, ToolError.VERIFIER_EXCEPTION);
            case NEVER_RETURNS, WORKER_DIES ->
                throw new IllegalArgumentException(behaviour.course() + " comes to no result");
        };
    }

    private static Result returned(Kind kind, ScriptedReport report) {
        Evidence evidence = new Evidence(report.revision(), Optional.of(report.done()), Optional.empty(), false);
        return new Result(
                status(report.status()),
                report.effect().map(Facts::effect).orElse(kind == Kind.WRITE ? Effect.COMMITTED : Effect.NONE),
                evidence,
                value(report.value()),
                report.failure().map(Facts::error),
                Optional.empty(),
                OptionalLong.empty(),
                1,
                false,
                Optional.empty(),
                report.costMicros());
    }

    private static Result exception(Kind kind, ResultStatus status, String code) {
        return new Result(
                status,
                kind == Kind.WRITE ? Effect.UNKNOWN : Effect.NONE,
                Evidence.NONE,
                Value.ABSENT,
                Optional.of(new ToolError(ToolError.Kind.PERMANENT, code)),
                Optional.empty(),
                OptionalLong.empty(),
                1);
    }

    private static ResultStatus status(String symbol) {
        return java.util.Arrays.stream(ResultStatus.values())
                .filter(s -> s != ResultStatus.UNRECOGNISED && s.name().equals(symbol.toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElse(ResultStatus.UNRECOGNISED);
    }

    private static Effect effect(String symbol) {
        return Effect.valueOf(symbol.toUpperCase(Locale.ROOT));
    }

    private static Value value(Object value) {
        String canonical = Json.of(value).canonical();
        return new Value(canonical, EMPTY.contains(canonical));
    }

    private static ToolError error(ScriptedReport.Failure failure) {
        return new ToolError(ToolError.Kind.valueOf(failure.kind().toUpperCase(Locale.ROOT)), failure.code());
    }
}
