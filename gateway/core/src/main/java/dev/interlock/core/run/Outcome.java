package dev.interlock.core.run;

import dev.interlock.core.fact.Activation;
import dev.interlock.core.fact.Fault;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.ToolError;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.NextAction;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is published to an agent, without payloads.
 *
 * @param type what kind of outcome it is
 * @param proposalId the proposal it answers; empty for the terminal outcome
 * @param seq its number in the run, from 1
 * @param status how the run ended, on a terminal outcome
 * @param resultStatus how the call went, on a result
 * @param reason why
 * @param guard what the guard read, where one fired
 * @param fault what is wrong with the proposal, where something is; on a terminal outcome, with the one it ended at
 * @param error the tool's failure as data; on a terminal outcome, that of the call it ended at
 * @param value where its value comes from
 * @param revision the run's validated revision
 * @param budgets what is used and left
 * @param wallClockLeftMs milliseconds to the deadline, not below 0
 * @param lastGood the last sound, successful result, on a terminal outcome
 * @param blocked the call it came to an end at, on a terminal outcome
 * @param operations operations the run asked for, with their state
 * @param inFlight calls without a final answer
 * @param nextActions what may be done now
 * @param hold the call a person is asked about, on a paused outcome
 * @param resumedFrom the ended run this one goes on from
 * @param activation the run's place in a chain, where an operation triggered it
 * @param retryAfterMs milliseconds after which asking again can help
 * @param atMs when it was decided
 */
public record Outcome(
        Type type,
        Optional<String> proposalId,
        long seq,
        Optional<Status> status,
        Optional<ResultStatus> resultStatus,
        Optional<Reason> reason,
        Optional<GuardReading> guard,
        Optional<Fault> fault,
        Optional<ToolError> error,
        ValueSource value,
        long revision,
        Budgets budgets,
        long wallClockLeftMs,
        Optional<LastGood> lastGood,
        Optional<Ending.Blocked> blocked,
        List<KnownOperation> operations,
        List<OpenCall> inFlight,
        List<NextAction> nextActions,
        Optional<Hold> hold,
        Optional<String> resumedFrom,
        Optional<Activation> activation,
        OptionalLong retryAfterMs,
        long atMs) {

    public Outcome {
        operations = List.copyOf(operations);
        inFlight = List.copyOf(inFlight);
        nextActions = List.copyOf(nextActions);
    }

    /** What kind of outcome it is. */
    public enum Type {
        RESULT,
        REPLAYED,
        DENIED,
        PAUSED,
        TERMINAL,
        SETTLED;

        /** The symbol written in records. */
        public String code() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** Where the shell finds the value to attach. */
    public enum ValueSource {
        /** There is none. */
        NONE,
        /** The result at hand. */
        INPUT,
        /** The kept last good value. */
        LAST_GOOD
    }
}
