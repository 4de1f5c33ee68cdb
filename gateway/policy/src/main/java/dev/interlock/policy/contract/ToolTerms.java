package dev.interlock.policy.contract;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.core.fact.Fault;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.ToolError;
import dev.interlock.core.outcome.Reason;
import dev.interlock.policy.problem.Problem;
import dev.interlock.policy.yaml.Shown;
import dev.interlock.schemas.FieldPointer;
import dev.interlock.schemas.Fingerprint;
import dev.interlock.schemas.IdentityRule;
import dev.interlock.schemas.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The terms of one tool, compiled. */
final class ToolTerms {
    private static final String HIDDEN = "hidden";
    private static final String THERE = "there";

    private final Terms terms;
    private final IdentityRule identity;
    private final Redaction redaction;
    private final Optional<ValueSchema> args;
    private final Optional<ValueSchema> value;
    private final Optional<Expression> failure;
    private final Optional<Expression> pending;

    ToolTerms(Terms terms) {
        this.terms = terms;
        this.identity = terms.identityRule();
        this.redaction = new Redaction(terms.sensitive());
        this.args = terms.argsSchema().map(schema -> ValueSchema.ofArguments(schema.node()));
        this.value = terms.resultSchema().map(schema -> ValueSchema.of(schema.node()));
        this.failure = terms.failure().map(rule -> compiled(rule.when()));
        this.pending = terms.pending().map(ToolTerms::compiled);
    }

    private static Expression compiled(String text) {
        try {
            return Expressions.VALUE.compile(text);
        } catch (CelFault e) {
            throw new IllegalStateException("An expression that was checked does not compile: " + text, e);
        }
    }

    IdentityRule identity() {
        return identity;
    }

    Redaction redaction() {
        return redaction;
    }

    String effect() {
        return terms.effect().map(EffectClass::code).orElse("");
    }

    /** The first thing wrong with a call: the kind it is said to have, its arguments, its identity. */
    Optional<Fault> fault(ProposedCall call) {
        return kind(call).or(() -> arguments(call)).or(() -> operation(call));
    }

    private Optional<Fault> kind(ProposedCall call) {
        return terms.effect()
                .filter(effect -> !effect.fits(call.kind()))
                .map(effect -> new Fault(
                        Reason.INVALID_CALL,
                        "kind",
                        "must be " + effect.kinds() + ", for the contract of the tool says " + effect.code(),
                        call.kind().code()));
    }

    private Optional<Fault> arguments(ProposedCall call) {
        return args.flatMap(schema -> schema.misfit(call.args().node()))
                .map(misfit -> new Fault(
                        Reason.INVALID_ARGUMENTS,
                        "args" + Secrets.hidden(misfit.pointer()),
                        misfit.rule(),
                        shown(misfit, call)));
    }

    private String shown(ValueSchema.Misfit misfit, ProposedCall call) {
        if (redaction.covers(misfit.pointer()) || namesSecret(misfit.pointer())) {
            return HIDDEN;
        }
        return misfit.value()
                .map(node -> Shown.of(Hiding.of(Json.of(node)).toString()))
                .orElse(call.args().node().at(misfit.pointer()).isMissingNode() ? Problem.ABSENT : THERE);
    }

    private static boolean namesSecret(String pointer) {
        return Stream.of(pointer.split("/")).anyMatch(Secrets::isName);
    }

    private Optional<Fault> operation(ProposedCall call) {
        if (call.kind() != Kind.WRITE || !identity.derivesOperationId()) {
            return Optional.empty();
        }
        Optional<String> derived = identity.operationId(call.tool(), call.args());
        if (derived.isEmpty()) {
            String field = identity.identityFields().stream()
                    .filter(pointer -> isMissing(
                            FieldPointer.parse(pointer).find(call.args().node())))
                    .findFirst()
                    .orElse("");
            return Optional.of(new Fault(
                    Reason.MISSING_OPERATION_ID,
                    "args" + field,
                    "is required, for the operation id is derived from it",
                    Problem.ABSENT));
        }
        return call.operationId()
                .filter(supplied -> !supplied.equals(derived.get()))
                .map(supplied -> new Fault(
                        Reason.INVALID_CALL,
                        "operation_id",
                        "must be left out, for it is derived from the arguments",
                        Shown.of(Secrets.hidden(supplied))));
    }

    private static boolean isMissing(Optional<JsonNode> value) {
        return value.filter(node -> !node.isNull())
                .filter(node -> !node.isTextual() || !node.textValue().isEmpty())
                .isEmpty();
    }

    Optional<String> operationId(ProposedCall call) {
        boolean derives = call.kind() == Kind.WRITE && identity.derivesOperationId();
        return derives ? identity.operationId(call.tool(), call.args()) : call.operationId();
    }

    Optional<CallFacts.Page> page(ProposedCall call) {
        return terms.cursor().map(cursor -> {
            IdentityRule series = new IdentityRule(List.of(), List.of(cursor));
            String digest = Fingerprint.of(call.tool(), call.args(), series, Optional.empty())
                    .digest();
            Optional<String> at = FieldPointer.parse(cursor)
                    .find(call.args().node())
                    .filter(node -> !isMissing(Optional.of(node)))
                    .map(node -> Json.of(node).digest());
            return new CallFacts.Page(digest, at);
        });
    }

    /** What the contract says of a result; nothing where the result itself says that the call failed. */
    ResultFacts facts(ProposedCall call, Result result, Optional<Json> brought) {
        if (result.status() != ResultStatus.OK) {
            return ResultFacts.plain(result);
        }
        Map<String, Object> variables = Map.of(
                "call.tool",
                call.tool(),
                "call.kind",
                call.kind().code(),
                "call.args",
                CelValues.object(call.args().node()),
                "value",
                brought.map(json -> CelValues.of(json.node())).orElse(CelValues.NOTHING));
        Optional<Expression.Answer> failed = failure.map(rule -> rule.ask(variables));
        if (failed.filter(Expression.Answer.Yes.class::isInstance).isPresent()) {
            return ResultFacts.plain(failed(result));
        }
        Optional<Fault> fault =
                failed.flatMap(ToolTerms::unclear).or(() -> lacking(brought)).or(() -> misshapen(brought));
        boolean waits = fault.isEmpty()
                && pending.map(rule -> rule.ask(variables))
                        .filter(Expression.Answer.Yes.class::isInstance)
                        .isPresent();
        Optional<Json> sound = fault.isPresent() ? Optional.empty() : brought;
        return new ResultFacts(
                result, fault, waits, sound.flatMap(json -> stable(call, json)), sound.flatMap(this::records));
    }

    /** What a value is told from others by where the contract leaves some of its fields out. */
    private Optional<String> stable(ProposedCall call, Json value) {
        IdentityRule rule = new IdentityRule(List.of(), terms.ignoredOfResults());
        return terms.ignoredOfResults().isEmpty() || !value.node().isObject()
                ? Optional.empty()
                : Optional.of(Fingerprint.of(call.tool(), value, rule, Optional.empty())
                        .digest());
    }

    /** A page without records says nothing about going round in a circle. */
    private Optional<String> records(Json value) {
        return terms.records()
                .flatMap(field -> FieldPointer.parse(field).find(value.node()))
                .filter(node -> !node.isNull() && !(node.isContainerNode() && node.isEmpty()))
                .map(node -> Json.of(node).digest());
    }

    boolean judgesResults() {
        return terms.judgeResults();
    }

    boolean judgesByArguments() {
        return terms.judgeByArguments();
    }

    boolean namesSensitive() {
        return !terms.sensitive().isEmpty();
    }

    private Result failed(Result result) {
        FailureRule rule = terms.failure().orElseThrow();
        return result.as(ResultStatus.RETRYABLE, Optional.of(new ToolError(rule.kind(), rule.code())));
    }

    private static Optional<Fault> unclear(Expression.Answer answer) {
        return answer instanceof Expression.Answer.Failed failed
                ? Optional.of(invalid("", "must be such that it can be told whether the call failed", failed.why()))
                : Optional.empty();
    }

    private Optional<Fault> lacking(Optional<Json> brought) {
        return terms.requiredData().stream()
                .filter(pointer -> isMissing(
                        brought.flatMap(json -> FieldPointer.parse(pointer).find(json.node()))))
                .findFirst()
                .map(pointer -> invalid(pointer, "is required", Problem.ABSENT));
    }

    private Optional<Fault> misshapen(Optional<Json> brought) {
        return value.flatMap(schema -> brought.isEmpty()
                ? Optional.of(invalid("", "is required", Problem.ABSENT))
                : schema.misfit(brought.get().node())
                        .map(misfit -> invalid(misfit.pointer(), misfit.rule(), "otherwise")));
    }

    private static Fault invalid(String pointer, String rule, String found) {
        return new Fault(Reason.INVALID_RESULT, "value" + Secrets.hidden(pointer), rule, found);
    }
}
