package dev.interlock.server.wire;

import dev.interlock.core.fact.Activation;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.operation.OperationInput;
import dev.interlock.core.operation.Request;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.core.run.Answer;
import dev.interlock.core.run.RunInput;
import dev.interlock.schemas.ContractFacts;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Rule;
import dev.interlock.schemas.StageAnswer;
import dev.interlock.schemas.StageRequest;
import dev.interlock.schemas.Symbols.AnswerTo;
import dev.interlock.schemas.Symbols.RequestType;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads what the two stages tell each other. */
public final class StageCodec {
    static final RecordCodec<StageRequest> REQUESTS = RecordCodec.of(StageRequest.class);
    static final RecordCodec<StageAnswer> ANSWERS = RecordCodec.of(StageAnswer.class);

    private StageCodec() {}

    /** Reads a request or withdraw. */
    public static Reading<RequestMessage> request(Arrival arrival) {
        try {
            StageRequest record = REQUESTS.decode(arrival.value()).record();
            if (RequestType.MARKER.equals(record.type())) {
                return new Reading.Read<>(new RequestMessage(record, Optional.empty()));
            }
            Reading<RequestMessage> mismatch = Keyed.mismatch(arrival, "operation_id", record.operationId());
            return mismatch == null ? message(record) : mismatch;
        } catch (InvalidRecordException e) {
            return Reading.refused(e);
        }
    }

    private static Reading<RequestMessage> message(StageRequest record) {
        return switch (record.type()) {
            case "request" -> new Reading.Read<>(new RequestMessage(record, Optional.of(requested(record))));
            case "withdraw" ->
                new Reading.Read<>(new RequestMessage(
                        record,
                        Optional.of(new OperationInput.Withdrawn(
                                record.requestId(), record.runId(), record.proposalId()))));
            case RequestType.ADMIT ->
                new Reading.Read<>(new RequestMessage(record, Optional.of(AdmissionCodec.asked(record))));
            default ->
                Reading.refused("type", "one of request, withdraw, admit, marker in this version", record.type());
        };
    }

    /** Reads an answer, or what a resumed run begins with. */
    public static Reading<AnswerMessage> answer(Arrival arrival) {
        try {
            StageAnswer record = ANSWERS.decode(arrival.value()).record();
            Reading<AnswerMessage> mismatch = Keyed.mismatch(arrival, "run_id", record.runId());
            if (mismatch != null) {
                return mismatch;
            }
            if (AnswerTo.RESUME.equals(record.to())) {
                return CarryOverCodec.read(record);
            }
            if (AnswerTo.ADMIT.equals(record.to())) {
                return admission(record);
            }
            Optional<Answer.To> to = Symbols.find(Answer.To.class, record.to());
            Optional<Answer.Verdict> verdict = Symbols.find(Answer.Verdict.class, record.verdict());
            if (to.isEmpty() || verdict.isEmpty()) {
                return Reading.refused("verdict", "known to this version", record.to() + " " + record.verdict());
            }
            return new Reading.Read<>(new AnswerMessage(
                    record.runId(),
                    new RunInput.Answered(answer(record, to.get(), verdict.get())),
                    Optional.ofNullable(record.result()).map(Carried::new),
                    Optional.empty(),
                    record.head()));
        } catch (InvalidRecordException e) {
            return Reading.refused(e);
        }
    }

    private static Reading<AnswerMessage> admission(StageAnswer record) {
        return AdmissionCodec.told(record)
                .<Reading<AnswerMessage>>map(input -> new Reading.Read<>(
                        new AnswerMessage(record.runId(), input, Optional.empty(), Optional.empty(), record.head())))
                .orElseGet(() -> Reading.refused(
                        "verdict", "admitted with a place, or refused with a reason", record.verdict()));
    }

    private static Answer answer(StageAnswer record, Answer.To to, Answer.Verdict verdict) {
        return new Answer(
                to,
                verdict,
                record.requestId(),
                record.operationId(),
                Math.toIntExact(Math.min(record.epoch(), Integer.MAX_VALUE)),
                Optional.ofNullable(record.dispatchId()),
                Symbols.find(Reason.class, record.reason()),
                Optional.ofNullable(record.guard())
                        .map(read -> new GuardReading(read.name(), read.limit(), read.observed())),
                record.retryAfterMs() == null ? OptionalLong.empty() : OptionalLong.of(record.retryAfterMs()),
                Optional.ofNullable(record.result())
                        .map(result -> ResultFacts.of(result, Effect.UNKNOWN, record.notExecuted())),
                Revisions.map(record.base()),
                record.approvalUsed(),
                record.appendedAtMs());
    }

    private static OperationInput requested(StageRequest record) {
        return new OperationInput.Requested(
                new Request(
                        record.requestId(),
                        record.runId(),
                        record.proposalId(),
                        record.agentId(),
                        record.ownerAgentId(),
                        record.tool(),
                        record.fingerprint(),
                        record.identityRule(),
                        record.attempt(),
                        record.replay(),
                        contract(record),
                        record.contract().stubMs(),
                        Revisions.map(record.base()),
                        Optional.ofNullable(record.approvalId()),
                        Activations.place(record.activation()).orElseGet(() -> Activation.root(record.operationId()))),
                java.util.List.of(),
                Optional.empty());
    }

    private static ToolContract contract(StageRequest record) {
        try {
            return contract(record.contract());
        } catch (IllegalArgumentException e) {
            throw new InvalidRecordException("contract", Rule.RANGE, e.getMessage());
        }
    }

    private static ToolContract contract(ContractFacts facts) {
        return new ToolContract(
                facts.timeoutMs(),
                facts.maxTimeoutMs(),
                facts.skewMs(),
                facts.settleDelayMs(),
                facts.retryHorizonMs(),
                facts.maxRetries(),
                facts.requiresData(),
                facts.queryable(),
                facts.maxQueries(),
                facts.queryBackoffMs(),
                facts.maxJoiners(),
                Symbols.find(ToolContract.ProgressRule.class, facts.progress())
                        .orElseThrow(
                                () -> new InvalidRecordException("contract.progress", Rule.TYPE, facts.progress())));
    }
}
