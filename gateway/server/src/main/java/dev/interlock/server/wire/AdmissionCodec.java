package dev.interlock.server.wire;

import dev.interlock.core.operation.Admission;
import dev.interlock.core.operation.OperationEffect;
import dev.interlock.core.operation.OperationInput;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.ChainLimits;
import dev.interlock.core.run.Membership;
import dev.interlock.core.run.RunEffect;
import dev.interlock.core.run.RunInput;
import dev.interlock.schemas.ChainHead;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.Rule;
import dev.interlock.schemas.StageAnswer;
import dev.interlock.schemas.StageAnswerBuilder;
import dev.interlock.schemas.StageRequest;
import dev.interlock.schemas.StageRequestBuilder;
import dev.interlock.schemas.Symbols.AnswerTo;
import dev.interlock.schemas.Symbols.RequestType;
import dev.interlock.schemas.Symbols.Verdict;
import java.util.Optional;
import java.util.OptionalLong;

/** Writes and reads what the stages tell each other when a run is to be admitted to a chain. */
public final class AdmissionCodec {
    private AdmissionCodec() {}

    /** A run asks the operation that triggered it. */
    public static Outgoing ask(RunEffect.AskAdmission asked, RunFrame frame) {
        Admission admission =
                new Admission(asked.requestId(), frame.runId(), asked.proposalId(), Optional.empty(), asked.limits());
        return request(admission, asked.operationId(), frame.before().head(frame.chain()));
    }

    /** That operation asks the one the chain began with. */
    public static Outgoing passOn(OperationEffect.PassOn passed, ChainHead head) {
        return request(passed.admission(), passed.root(), head);
    }

    private static Outgoing request(Admission admission, String operationId, ChainHead head) {
        ChainLimits limits = admission.limits();
        StageRequest record = StageRequestBuilder.builder()
                .type(RequestType.ADMIT)
                .requestId(admission.requestId())
                .runId(admission.runId())
                .proposalId(admission.proposalId())
                .operationId(operationId)
                .activation(Activations.part(admission.activation()))
                .chainLimits(new dev.interlock.schemas.ChainLimits(limits.depth(), limits.activations()))
                .head(head)
                .build();
        byte[] bytes = StageCodec.REQUESTS.encode(record, Format.JSON);
        return Outgoing.of(Destination.STAGE_REQUESTS, operationId, bytes, record.type());
    }

    /** What an operation is asked. That nothing was counted for it yet is for the stage to say. */
    static OperationInput asked(StageRequest record) {
        return new OperationInput.AdmissionAsked(
                new Admission(
                        record.requestId(),
                        record.runId(),
                        record.proposalId() == null ? "" : record.proposalId(),
                        Activations.place(record.activation()),
                        limits(record.chainLimits())),
                OptionalLong.empty());
    }

    private static ChainLimits limits(dev.interlock.schemas.ChainLimits limits) {
        try {
            return new ChainLimits(limits.depth(), Math.toIntExact(limits.activations()));
        } catch (ArithmeticException | IllegalArgumentException e) {
            throw new InvalidRecordException("chain_limits", Rule.RANGE, e.getMessage());
        }
    }

    /** The answer to the run. */
    public static Outgoing answer(
            OperationEffect.AnswerAdmission answered, String operationId, ChainHead head, long atMs) {
        Membership membership = answered.membership();
        StageAnswer record = StageAnswerBuilder.builder()
                .to(AnswerTo.ADMIT)
                .verdict(membership.refusal().isPresent() ? Verdict.REFUSED : Verdict.ADMITTED)
                .requestId(answered.admission().requestId())
                .runId(answered.admission().runId())
                .proposalId(answered.admission().proposalId())
                .operationId(operationId)
                .reason(membership.refusal().map(Reason::code).orElse(null))
                .guard(membership
                        .guard()
                        .map(read -> OutcomeWriter.guard(read, ""))
                        .orElse(null))
                .appendedAtMs(atMs)
                .activation(Activations.part(membership.activation()))
                .head(head)
                .build();
        byte[] bytes = StageCodec.ANSWERS.encode(record, Format.JSON);
        return Outgoing.of(Destination.STAGE_ANSWERS, record.runId(), bytes, "answer");
    }

    /** What the run is told; empty where it says nothing this version knows. */
    static Optional<RunInput> told(StageAnswer record) {
        Optional<Reason> reason = Symbols.find(Reason.class, record.reason());
        boolean admits = Verdict.ADMITTED.equals(record.verdict()) && record.activation() != null;
        boolean refuses = Verdict.REFUSED.equals(record.verdict()) && reason.isPresent();
        if (!admits && !refuses) {
            return Optional.empty();
        }
        Membership membership = new Membership(
                Activations.place(record.activation()),
                reason.filter(given -> refuses),
                Optional.ofNullable(record.guard())
                        .filter(given -> refuses)
                        .map(read -> new GuardReading(read.name(), read.limit(), read.observed())));
        return Optional.of(new RunInput.Admitted(record.requestId(), membership));
    }
}
