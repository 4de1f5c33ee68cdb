package dev.interlock.core.operation;

import dev.interlock.core.fact.Result;
import java.util.Optional;

/**
 * Everything the gateway knows of one operation. Only {@link OperationFold} makes a new one.
 *
 * @param operationId the operation
 * @param tool its tool
 * @param fingerprint its call's fingerprint; another one under the same id is a conflict
 * @param identityRule the rule the fingerprint was made by
 * @param state where it stands
 * @param epoch the number of its current claim, from 1
 * @param version rises with every change of state
 * @param claim the request that holds or last held it
 * @param dispatchId the dispatch of the current epoch
 * @param dispatchedAtMs when that was decided
 * @param result the result the state rests on, where there is one
 * @param resultDigest digest of that report; empty where there is none
 * @param resultAppendedAtMs when the broker took that report in; 0 where there is none
 * @param notExecuted whether a worker's fence proved that the current epoch was not executed
 * @param conflicting whether evidence contradicts evidence; only an operator settles it
 * @param stopRequested whether a stop reached the current claim
 * @param lastAtMs the time of the last input; time never goes back
 */
public record Operation(
        String operationId,
        String tool,
        String fingerprint,
        String identityRule,
        State state,
        int epoch,
        long version,
        Request claim,
        String dispatchId,
        long dispatchedAtMs,
        Optional<Result> result,
        String resultDigest,
        long resultAppendedAtMs,
        boolean notExecuted,
        boolean conflicting,
        boolean stopRequested,
        long lastAtMs) {

    /** Where an operation stands. An absent operation has no record. */
    public enum State {
        IN_FLIGHT,
        COMMITTED,
        NOT_COMMITTED,
        UNKNOWN;

        /** The symbol written in records. */
        public String code() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** Whether nothing further is expected: committed or not committed, without contradiction. */
    public boolean settled() {
        return !conflicting && (state == State.COMMITTED || state == State.NOT_COMMITTED);
    }
}
