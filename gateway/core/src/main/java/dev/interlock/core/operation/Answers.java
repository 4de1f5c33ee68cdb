package dev.interlock.core.operation;

import dev.interlock.core.fact.Result;
import dev.interlock.core.operation.OperationEffect.Reply;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.run.Answer;
import dev.interlock.core.run.Answer.To;
import dev.interlock.core.run.Answer.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The answers an operation gives, made of what its draft holds at that moment. */
final class Answers {
    private Answers() {}

    /**
     * What stands, told to the holder of the claim. Where nobody is asked any more what became of an unknown operation,
     * its holder learns at once that nobody will find out by himself.
     */
    static List<Reply> standing(Draft draft) {
        Request holder = draft.operation().claim().request();
        return switch (draft.operation().state()) {
            case IN_FLIGHT -> List.of(resting(draft, holder, Verdict.GRANTED));
            case COMMITTED -> List.of(resting(draft, holder, Verdict.COMMITTED));
            case NOT_COMMITTED -> List.of(resting(draft, holder, Verdict.NOT_COMMITTED));
            case UNKNOWN -> unknown(draft, holder);
        };
    }

    private static List<Reply> unknown(Draft draft, Request holder) {
        Reply unknown = resting(draft, holder, Verdict.UNKNOWN);
        return draft.operation().exhausted()
                ? List.of(unknown, resting(draft, holder, Verdict.EXHAUSTED))
                : List.of(unknown);
    }

    /** An answer that rests on the operation as it stands, with the report it stands on. */
    static Reply resting(Draft draft, Request request, Verdict verdict) {
        return reply(draft, request, verdict, Grounds.of(draft.operation(), draft.atMs()));
    }

    static Reply refused(Draft draft, Request request, Refusal refusal) {
        Grounds grounds = new Grounds(
                Optional.of(refusal.reason()),
                refusal.guard(),
                refusal.retryAfterMs(),
                Optional.empty(),
                request.base(),
                draft.atMs());
        return reply(draft, request, Verdict.REFUSED, grounds);
    }

    /** What became of the claim, told to one who waited for it. */
    static Reply joined(Draft draft, Joiner joiner, Verdict verdict) {
        return reply(draft, joiner, verdict, Grounds.of(draft.operation(), draft.atMs()));
    }

    /** One who waited for the claim gets nothing. */
    static Reply joinRefused(Draft draft, Joiner joiner, Reason reason) {
        Grounds grounds = new Grounds(
                Optional.of(reason), Optional.empty(), OptionalLong.empty(), Optional.empty(), Map.of(), draft.atMs());
        return reply(draft, joiner, Verdict.REFUSED, grounds);
    }

    private static Reply reply(Draft draft, Joiner joiner, Verdict verdict, Grounds grounds) {
        boolean used = draft.operation().claim().hasUsed(joiner.approvalId());
        Answer answer = answer(draft, new Asked(To.REQUEST, joiner.requestId(), used), verdict, grounds);
        return new Reply(joiner.runId(), joiner.proposalId(), answer);
    }

    /** The one answer to a withdraw. */
    static Reply withdraw(Draft draft, OperationInput.Withdrawn input, Verdict verdict) {
        Grounds none = new Grounds(
                Optional.empty(), Optional.empty(), OptionalLong.empty(), Optional.empty(), Map.of(), draft.atMs());
        boolean used = draft.found()
                .map(Operation::claim)
                .filter(claim -> claim.isHeldBy(input.runId(), input.requestId()))
                .flatMap(claim -> claim.request().approvalId())
                .isPresent();
        Answer answer = answer(draft, new Asked(To.WITHDRAW, input.requestId(), used), verdict, none);
        return new Reply(input.runId(), input.proposalId(), answer);
    }

    private static Reply reply(Draft draft, Request request, Verdict verdict, Grounds grounds) {
        boolean used = draft.found()
                .filter(o -> o.claim().hasUsed(request.approvalId()))
                .isPresent();
        Answer answer = answer(draft, new Asked(To.REQUEST, request.requestId(), used), verdict, grounds);
        return new Reply(request.runId(), request.proposalId(), answer);
    }

    private static Answer answer(Draft draft, Asked asked, Verdict verdict, Grounds grounds) {
        Optional<Claim> claim = draft.found().map(Operation::claim);
        return new Answer(
                asked.to(),
                verdict,
                asked.requestId(),
                draft.operationId(),
                claim.map(Claim::epoch).orElse(0),
                claim.map(Claim::dispatchId),
                grounds.reason(),
                grounds.guard(),
                grounds.retryAfterMs(),
                grounds.result(),
                grounds.base(),
                asked.approvalUsed(),
                grounds.appendedAtMs());
    }

    /** What is answered, and whether the approval it brought is used up by now. */
    private record Asked(To to, String requestId, boolean approvalUsed) {}

    /** What an answer rests on, as {@link Answer} explains it. */
    private record Grounds(
            Optional<Reason> reason,
            Optional<GuardReading> guard,
            OptionalLong retryAfterMs,
            Optional<Result> result,
            Map<String, Long> base,
            long appendedAtMs) {

        static Grounds of(Operation operation, long atMs) {
            Optional<Report> report = operation.report();
            boolean retryable = operation.state() == Operation.State.NOT_COMMITTED;
            return new Grounds(
                    Judging.whyUnknown(operation),
                    Optional.empty(),
                    retryable ? Retrying.waitMs(operation, atMs) : OptionalLong.empty(),
                    report.map(Report::result),
                    operation.claim().request().base(),
                    report.map(Report::appendedAtMs).orElse(atMs));
        }
    }
}
