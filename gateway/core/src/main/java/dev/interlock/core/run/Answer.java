package dev.interlock.core.run;

import dev.interlock.core.fact.Result;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the operation stage answers a run.
 *
 * @param to whether it answers the request or a withdraw of it
 * @param verdict the answer
 * @param requestId the request meant
 * @param operationId the operation meant
 * @param epoch the operation's epoch when it answered; 0 before the first
 * @param dispatchId the dispatch of that epoch, where there is one
 * @param reason why it was refused or is unknown
 * @param guard what the guard read that fired, where one did
 * @param retryAfterMs milliseconds after which asking again can help
 * @param result the result the verdict rests on, where there is one
 * @param base the revisions that result is judged against: those current when its call was dispatched
 * @param approvalUsed whether the approval the request brought is used up
 * @param appendedAtMs when the broker took the result in, for the deadline; the time of the answer where there is none
 */
public record Answer(
        To to,
        Verdict verdict,
        String requestId,
        String operationId,
        int epoch,
        Optional<String> dispatchId,
        Optional<Reason> reason,
        Optional<GuardReading> guard,
        OptionalLong retryAfterMs,
        Optional<Result> result,
        Map<String, Long> base,
        boolean approvalUsed,
        long appendedAtMs) {

    public Answer {
        base = Map.copyOf(base);
    }

    /** The same, resting on the result as the run's policy tells it. */
    public Answer with(Result told) {
        return new Answer(
                to,
                verdict,
                requestId,
                operationId,
                epoch,
                dispatchId,
                reason,
                guard,
                retryAfterMs,
                Optional.of(told),
                base,
                approvalUsed,
                appendedAtMs);
    }

    /** What is answered. A request gets one final answer; a withdraw gets exactly one. */
    public enum To {
        REQUEST,
        WITHDRAW
    }

    /** The answer. {@code GRANTED} is not final for a request. */
    public enum Verdict {
        /** Claimed and dispatched; for a withdraw: claimed at some time, the claim may have moved on. */
        GRANTED,
        /** Not claimed; the reservation is given back. */
        REFUSED,
        /** Committed before; the stored result is attached. */
        REPLAYED,
        /** Executed with proof. */
        COMMITTED,
        /** Proven not executed. */
        NOT_COMMITTED,
        /** Nobody knows; the reservation stays. */
        UNKNOWN,
        /** Unknown, and nobody will find out automatically. */
        EXHAUSTED,
        /** Another run's claim ended without effect: ask again. */
        RECHECK,
        /** The request will never be granted. */
        WITHDRAWN
    }
}
