package dev.interlock.server.wire;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Stop;
import dev.interlock.core.operation.Operation;
import dev.interlock.core.operation.OperationEffect;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.core.run.Answer;
import dev.interlock.core.run.CarryOver;
import dev.interlock.core.run.OpenCall;
import dev.interlock.core.run.RunEffect;
import dev.interlock.schemas.ChainHead;
import dev.interlock.schemas.ContractFacts;
import dev.interlock.schemas.ContractFactsBuilder;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.OperationResult;
import dev.interlock.schemas.StageAnswer;
import dev.interlock.schemas.StageAnswerBuilder;
import dev.interlock.schemas.StageRequest;
import dev.interlock.schemas.StageRequestBuilder;
import dev.interlock.schemas.Symbols.AnswerTo;
import dev.interlock.schemas.Symbols.Verdict;
import java.util.List;
import java.util.Optional;

/** Writes what the two stages tell each other. */
public final class StageWriter {
    private StageWriter() {}

    /**
     * A request for a write, or for the stored result of one.
     *
     * @param others the call's fingerprints with other keys
     */
    public static Outgoing request(RunEffect.Request request, RunFrame frame, Payload payload, List<String> others) {
        OpenCall call = request.call();
        StageRequest record = builder(call, frame)
                .type("request")
                .kind(call.call().kind().code())
                .args(payload.args())
                .argsDigest(Sha256.of(payload.args().canonical()))
                .fingerprint(call.call().fingerprint())
                .identityRule(call.call().identityRule())
                .otherFingerprints(others.isEmpty() ? null : String.join(" ", others))
                .replay(call.replay())
                .approvalId(call.approvalId().orElse(null))
                .activation(Activations.part(frame.activation()))
                .base(Revisions.list(request.revisions()))
                .contract(facts(call.contract(), frame.policy()))
                .policyHash(frame.policyHash())
                .threadId(payload.threadId())
                .accountId(payload.accountId())
                .traceparent(payload.traceparent())
                .build();
        return outgoing(operationId(call.call()), record);
    }

    /** A request taken back, because of a stop or for another reason. */
    public static Outgoing withdraw(RunEffect.Withdraw withdraw, RunFrame frame, Optional<Stop> stop) {
        OpenCall call = withdraw.call();
        StageRequest record = builder(call, frame)
                .type("withdraw")
                .stopId(stop.map(StopName::of).orElse(null))
                .build();
        return outgoing(operationId(call.call()), record);
    }

    /** A run-stage task says that it withdraws nothing more because of a stop. */
    public static Outgoing marker(Stop stop, String task, String key, ChainHead head) {
        StageRequest record = StageRequestBuilder.builder()
                .type("marker")
                .stopId(StopName.of(stop))
                .task(task)
                .head(head)
                .build();
        return outgoing(key, record);
    }

    /**
     * An answer to a run.
     *
     * @param reply whom to answer what
     * @param after the operation after the decision; empty when there is none
     * @param result the result the answer rests on, with its value, where there is one
     * @param head where the operation's chain stood
     */
    public static Outgoing answer(
            OperationEffect.Reply reply, Optional<Operation> after, Optional<OperationResult> result, ChainHead head) {
        Answer answer = reply.answer();
        StageAnswer record = StageAnswerBuilder.builder()
                .to(Symbols.code(answer.to()))
                .verdict(Symbols.code(answer.verdict()))
                .requestId(answer.requestId())
                .runId(reply.runId())
                .proposalId(reply.proposalId())
                .operationId(answer.operationId())
                .epoch(answer.epoch())
                .version(after.map(Operation::version).orElse(0L))
                .dispatchId(answer.dispatchId().orElse(null))
                .reason(answer.reason().map(Reason::code).orElse(null))
                .guard(answer.guard().map(read -> OutcomeWriter.guard(read, "")).orElse(null))
                .retryAfterMs(
                        answer.retryAfterMs().isPresent()
                                ? answer.retryAfterMs().getAsLong()
                                : null)
                .notExecuted(answer.result().flatMap(r -> r.notExecuted()).orElse(null))
                .result(answer.result().isPresent() ? result.orElse(null) : null)
                .base(Revisions.list(answer.base()))
                .approvalUsed(answer.approvalUsed())
                .appendedAtMs(answer.appendedAtMs())
                .head(head)
                .build();
        return answer(record, "answer");
    }

    /** What a resumed run begins with, to the partition of that run. */
    public static Outgoing beginSuccessor(RunEffect.BeginSuccessor begin, RunFrame frame, RunKeepings kept) {
        CarryOver carryOver = begin.carryOver();
        StageAnswer record = StageAnswerBuilder.builder()
                .to(AnswerTo.RESUME)
                .verdict(Verdict.CARRIED_OVER)
                .runId(carryOver.initial().runId())
                .carryOver(CarryOverCodec.write(carryOver, frame.document(), kept))
                .appendedAtMs(carryOver.initial().lastAtMs())
                .head(frame.before().head(frame.chain()))
                .build();
        return answer(record, "carry_over");
    }

    /** The answer at hand, passed on to the successor of the run it came to. */
    public static Outgoing forward(RunEffect.Forward forward, RunFrame frame, Arrival arrival) {
        StageAnswer record = StageAnswerBuilder.builder(
                        StageCodec.ANSWERS.decode(arrival.value()).record())
                .runId(forward.successorId())
                .head(frame.before().head(frame.chain()))
                .build();
        return answer(record, "answer");
    }

    private static Outgoing answer(StageAnswer record, String kind) {
        byte[] bytes = StageCodec.ANSWERS.encode(record, Format.JSON);
        return Outgoing.of(Destination.STAGE_ANSWERS, record.runId(), bytes, kind);
    }

    private static Outgoing outgoing(String operationId, StageRequest record) {
        byte[] bytes = StageCodec.REQUESTS.encode(record, Format.JSON);
        return Outgoing.of(Destination.STAGE_REQUESTS, operationId, bytes, record.type());
    }

    private static StageRequestBuilder builder(OpenCall call, RunFrame frame) {
        return StageRequestBuilder.builder()
                .requestId(call.id())
                .runId(frame.runId())
                .proposalId(call.proposalId())
                .agentId(call.agentId())
                .ownerAgentId(frame.ownerAgentId())
                .operationId(operationId(call.call()))
                .tool(call.call().tool())
                .attempt(call.attempt())
                .head(frame.before().head(frame.chain()));
    }

    private static String operationId(Call call) {
        return call.operationId().orElseThrow(() -> new IllegalStateException("A write without operation id"));
    }

    private static ContractFacts facts(ToolContract contract, Policy policy) {
        return ContractFactsBuilder.builder()
                .timeoutMs(contract.timeoutMs())
                .maxTimeoutMs(contract.maxTimeoutMs())
                .skewMs(contract.skewMs())
                .settleDelayMs(contract.settleDelayMs())
                .retryHorizonMs(contract.retryHorizonMs())
                .stubMs(policy.horizons().stubMs())
                .maxRetries(contract.maxRetries())
                .requiresData(contract.requiresData())
                .progress(Symbols.code(contract.progress()))
                .queryable(contract.queryable())
                .maxQueries(contract.maxQueries())
                .queryBackoffMs(contract.queryBackoffMs())
                .maxJoiners(contract.maxJoiners())
                .build();
    }
}
