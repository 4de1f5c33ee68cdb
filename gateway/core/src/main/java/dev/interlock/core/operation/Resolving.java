package dev.interlock.core.operation;

import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Evidence;
import dev.interlock.core.fact.Mistake;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.operation.Operation.State;
import dev.interlock.core.operation.OperationVerdict.What;
import dev.interlock.core.policy.ToolContract.ProgressRule;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An operator says what became of an unknown operation. It never opens an epoch: a run that may try again asks for one.
 */
public final class Resolving {
    private Resolving() {}

    static OperationVerdict decide(Draft draft, Resolution resolution) {
        Optional<Mistake> mistake = mistake(draft, resolution);
        if (mistake.isPresent()) {
            draft.effect(new OperationEffect.Reject(mistake.get()));
            return OperationVerdict.of(What.REFUSED);
        }
        Operation before = draft.operation();
        Report report = new Report(
                Report.Source.OPERATOR,
                before.claim().epoch(),
                result(before, resolution),
                resolution.digest(),
                resolution.appendedAtMs());
        draft.change(new OperationChange.Resolved(resolution.found(), report, resolution.by()));
        draft.effect(new OperationEffect.KeepReport());
        if (before.conflicting()) {
            draft.effect(new OperationEffect.DropContradiction());
        }
        Querying.end(draft);
        Answers.standing(draft).forEach(draft::effect);
        draft.effect(Waiting.horizonOf(draft.operation()));
        draft.effect(new OperationEffect.Show());
        return OperationVerdict.of(What.RESOLVED);
    }

    /**
     * What an operator's finding is worth as a result: it is believed, and is no progress, because it names no revision
     * of its own. Where the contract wants one, the one that was current at the dispatch is repeated.
     */
    public static Result result(Operation operation, Resolution resolution) {
        boolean committed = resolution.found() == State.COMMITTED;
        return new Result(
                committed ? ResultStatus.OK : ResultStatus.RETRYABLE,
                committed ? Effect.COMMITTED : Effect.NOT_COMMITTED,
                evidence(operation.claim().request()),
                resolution.value(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                1);
    }

    private static Evidence evidence(Request request) {
        if (request.contract().progress() != ProgressRule.REVISION) {
            return Evidence.NONE;
        }
        long known = request.base().getOrDefault("", 0L);
        return new Evidence(OptionalLong.of(known), Optional.of(false), Optional.empty(), false);
    }

    private static Optional<Mistake> mistake(Draft draft, Resolution resolution) {
        if (draft.found().isEmpty()) {
            return mistake("operation_id", "names a known operation", draft.operationId());
        }
        Operation operation = draft.operation();
        if (resolution.expectVersion() != operation.version()) {
            return mistake(
                    "expect_version",
                    "is the operation's version, " + operation.version(),
                    Long.toString(resolution.expectVersion()));
        }
        if (operation.state() != State.UNKNOWN) {
            return mistake(
                    "operation_id",
                    "names an unknown operation",
                    operation.state().code());
        }
        return unproven(draft, resolution).or(() -> incomplete(operation, resolution));
    }

    /** Only who looks after the last possible effect sees what there is going to be. */
    private static Optional<Mistake> unproven(Draft draft, Resolution resolution) {
        Operation operation = draft.operation();
        if (resolution.observedAtMs().isEmpty()) {
            return mistake("observed_at_ms", "required", "");
        }
        long observedAtMs = resolution.observedAtMs().getAsLong();
        if (observedAtMs < operation.settledAtMs()) {
            return mistake(
                    "observed_at_ms",
                    "is at least " + operation.settledAtMs() + ", when the last dispatch could have no effect any more",
                    Long.toString(observedAtMs));
        }
        if (draft.atMs() < operation.settledAtMs()) {
            return mistake(
                    "operation_id",
                    "names an operation that can be settled by hand, which is from " + operation.settledAtMs() + " on",
                    Long.toString(draft.atMs()));
        }
        long latestMs = draft.atMs() + operation.claim().request().contract().skewMs();
        return observedAtMs > latestMs
                ? mistake("observed_at_ms", "is not in the future", Long.toString(observedAtMs))
                : Optional.empty();
    }

    private static Optional<Mistake> incomplete(Operation operation, Resolution resolution) {
        boolean committed = resolution.found() == State.COMMITTED;
        if (!committed && resolution.found() != State.NOT_COMMITTED) {
            return mistake(
                    "state",
                    "one of committed, not_committed",
                    resolution.found().code());
        }
        boolean lacksData = committed
                && operation.claim().request().contract().requiresData()
                && resolution.value().empty();
        return lacksData
                ? mistake("value", "required: an empty result of this tool counts as a failure", "")
                : Optional.empty();
    }

    private static Optional<Mistake> mistake(String field, String rule, String value) {
        return Optional.of(new Mistake(field, rule, value));
    }
}
