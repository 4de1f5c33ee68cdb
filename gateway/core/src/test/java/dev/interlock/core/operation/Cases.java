package dev.interlock.core.operation;

import dev.interlock.core.fact.Activation;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Evidence;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.fact.ToolError;
import dev.interlock.core.fact.Value;
import dev.interlock.core.operation.OperationInput.Reported;
import dev.interlock.core.operation.OperationInput.Requested;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.core.policy.ToolContract.ProgressRule;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The words the tests of an operation are written in. */
final class Cases {
    static final String ID = "pay-42";
    static final long SECOND = 1_000;
    static final long HOUR = 3_600 * SECOND;

    /** When the first epoch is dispatched, and the second. */
    static final long FIRST = 1_000_000;

    static final long SECONDS_LATER = FIRST + 10 * SECOND;

    /** Settled 43 s after a dispatch; safe to retry for an hour. */
    static final ToolContract CONTRACT = contract(2 * SECOND, HOUR);

    static final long STUB = 2 * HOUR;

    static final Request OWN = request("run-a", "a-2");
    static final Request OTHER = request("run-b", "b-1");

    private Cases() {}

    static ToolContract contract(long settleDelayMs, long retryHorizonMs) {
        return new ToolContract(
                30 * SECOND,
                40 * SECOND,
                SECOND,
                settleDelayMs,
                retryHorizonMs,
                2,
                true,
                false,
                0,
                0,
                0,
                ProgressRule.NEW_RESULT);
    }

    /** The same, but two questions are asked 5 s apart what became of it, and two calls may wait for one in flight. */
    static final ToolContract ASKING = new ToolContract(
            30 * SECOND,
            40 * SECOND,
            SECOND,
            2 * SECOND,
            HOUR,
            2,
            true,
            true,
            2,
            5 * SECOND,
            2,
            ProgressRule.NEW_RESULT);

    static Request request(String runId, String requestId) {
        return request(runId, requestId, CONTRACT);
    }

    static Request request(String runId, String requestId, ToolContract contract) {
        return request(
                runId,
                requestId,
                new Wish("pay", "f1", "rule-1", false, contract, STUB, Map.of("", 5L), Optional.empty()));
    }

    static Request request(String runId, String requestId, Wish wish) {
        return new Request(
                requestId,
                runId,
                "proposal-of-" + requestId,
                "agent-of-" + runId,
                "owner-of-" + runId,
                wish.tool(),
                wish.fingerprint(),
                wish.identityRule(),
                1,
                wish.replay(),
                wish.contract(),
                wish.stubMs(),
                wish.base(),
                wish.approvalId(),
                Activation.root(ID));
    }

    /** The same wish of a run at a place in a chain. */
    static Request at(Activation place, Request like) {
        return new Request(
                like.requestId(),
                like.runId(),
                like.proposalId(),
                like.agentId(),
                like.ownerAgentId(),
                like.tool(),
                like.fingerprint(),
                like.identityRule(),
                like.attempt(),
                like.replay(),
                like.contract(),
                like.stubMs(),
                like.base(),
                like.approvalId(),
                place);
    }

    static Request approved(Request like, String approvalId) {
        Wish w = Wish.of(like);
        return new Wish(
                        w.tool,
                        w.fingerprint,
                        w.identityRule,
                        w.replay,
                        w.contract,
                        w.stubMs,
                        w.base,
                        Optional.of(approvalId))
                .by(like);
    }

    /** What is wished, without who wishes it. */
    record Wish(
            String tool,
            String fingerprint,
            String identityRule,
            boolean replay,
            ToolContract contract,
            long stubMs,
            Map<String, Long> base,
            Optional<String> approvalId) {
        static Wish of(Request request) {
            return new Wish(
                    request.tool(),
                    request.fingerprint(),
                    request.identityRule(),
                    request.replay(),
                    request.contract(),
                    request.stubMs(),
                    request.base(),
                    request.approvalId());
        }

        Request by(Request like) {
            return request(like.runId(), like.requestId(), this);
        }
    }

    /** The same wish for another call. */
    static Request about(Request like, String tool, String fingerprint, String identityRule) {
        return new Wish(
                        tool,
                        fingerprint,
                        identityRule,
                        like.replay(),
                        like.contract(),
                        like.stubMs(),
                        like.base(),
                        like.approvalId())
                .by(like);
    }

    /** The same wish for the stored result only. */
    static Request replayOnly(Request like) {
        Wish w = Wish.of(like);
        return new Wish(w.tool, w.fingerprint, w.identityRule, true, w.contract, w.stubMs, w.base, w.approvalId)
                .by(like);
    }

    /** The same wish of a run that has come further. */
    static Request withBase(Request like, Map<String, Long> base) {
        Wish w = Wish.of(like);
        return new Wish(w.tool, w.fingerprint, w.identityRule, w.replay, w.contract, w.stubMs, base, w.approvalId)
                .by(like);
    }

    /** The same wish of a run that answers longer after its end. */
    static Request withStub(Request like, long stubMs) {
        Wish w = Wish.of(like);
        return new Wish(w.tool, w.fingerprint, w.identityRule, w.replay, w.contract, stubMs, w.base, w.approvalId)
                .by(like);
    }

    static Requested asks(Request request, Stop... stops) {
        return new Requested(request, List.of(stops), Optional.empty());
    }

    static Stop stopOf(StopScope scope, String id) {
        return new Stop(scope, id, "control-" + scope.code());
    }

    static Reported reports(int epoch, Result result, String digest, long appendedAtMs) {
        return new Reported(Claim.dispatchId(ID, epoch), epoch, result, Optional.empty(), digest, appendedAtMs);
    }

    /** An answer to a question about an epoch; its receipt names no dispatch. */
    static Reported answers(int epoch, int attempt, Result result, String digest, long appendedAtMs) {
        String question = Claim.dispatchId(ID, epoch) + ".q" + attempt;
        return new Reported(question, epoch, result, Optional.empty(), digest, appendedAtMs);
    }

    /** The same with a receipt that names a dispatch. */
    static Reported naming(Reported answer, String dispatch) {
        return new Reported(
                answer.dispatchId(),
                answer.epoch(),
                answer.result(),
                Optional.of(dispatch),
                answer.resultDigest(),
                answer.appendedAtMs());
    }

    static Result unknown() {
        return result(ResultStatus.RETRYABLE, Effect.UNKNOWN, Evidence.NONE, Value.ABSENT);
    }

    static Result notQueryable() {
        return new Result(
                ResultStatus.FATAL,
                Effect.UNKNOWN,
                Evidence.NONE,
                Value.ABSENT,
                Optional.of(new ToolError(ToolError.Kind.PERMANENT, ToolError.NOT_QUERYABLE)),
                Optional.empty(),
                OptionalLong.empty(),
                1);
    }

    /** An operator's finding of an operation at this version, looked at and told at this time. */
    static OperationInput.Resolved resolves(Operation.State found, long version, long observedAtMs) {
        Value value = new Value("receipt-value", false);
        return new OperationInput.Resolved(new Resolution(
                "control-1",
                "ops",
                "looked",
                found,
                version,
                OptionalLong.of(observedAtMs),
                value,
                "finding",
                observedAtMs));
    }

    static Result committed() {
        return committed("receipt-value");
    }

    static Result committed(String valueDigest) {
        return result(ResultStatus.OK, Effect.COMMITTED, evidence(6, true), new Value(valueDigest, false));
    }

    static Result regressing() {
        return result(ResultStatus.OK, Effect.COMMITTED, evidence(4, false), new Value("receipt-value", false));
    }

    static Result malformed() {
        Evidence malformed = new Evidence(OptionalLong.empty(), Optional.empty(), Optional.empty(), true);
        return result(ResultStatus.OK, Effect.COMMITTED, malformed, new Value("receipt-value", false));
    }

    static Result notCommitted() {
        return result(ResultStatus.RETRYABLE, Effect.NOT_COMMITTED, Evidence.NONE, Value.ABSENT);
    }

    static Result notExecuted() {
        return fenced(Effect.NOT_COMMITTED);
    }

    static Result fenced(Effect effect) {
        return new Result(
                ResultStatus.RETRYABLE,
                effect,
                Evidence.NONE,
                Value.ABSENT,
                Optional.empty(),
                Optional.of("cancelled"),
                OptionalLong.empty(),
                1);
    }

    static Result threw() {
        ToolError error = new ToolError(ToolError.Kind.PERMANENT, ToolError.EXECUTOR_EXCEPTION);
        return new Result(
                ResultStatus.FATAL,
                Effect.UNKNOWN,
                Evidence.NONE,
                Value.ABSENT,
                Optional.of(error),
                Optional.empty(),
                OptionalLong.empty(),
                1);
    }

    static Result unrecognised() {
        return result(ResultStatus.UNRECOGNISED, Effect.UNKNOWN, Evidence.NONE, Value.ABSENT);
    }

    static Result noEffect() {
        return result(ResultStatus.OK, Effect.NONE, Evidence.NONE, new Value("receipt-value", false));
    }

    private static Result result(ResultStatus status, Effect effect, Evidence evidence, Value value) {
        return new Result(status, effect, evidence, value, Optional.empty(), Optional.empty(), OptionalLong.empty(), 1);
    }

    private static Evidence evidence(long revision, boolean done) {
        return new Evidence(OptionalLong.of(revision), Optional.of(done), Optional.empty(), false);
    }
}
