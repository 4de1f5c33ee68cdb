package dev.interlock.core.operation;

import dev.interlock.core.outcome.Reason;
import java.util.Optional;

/**
 * What was decided about one input, in a form the journal can hold.
 *
 * @param what the decision
 * @param reason why, where there is a reason
 */
public record OperationVerdict(What what, Optional<Reason> reason) {

    /** The decision's name. */
    public enum What {
        GRANTED,
        REFUSED,
        REPLAYED,
        COMMITTED,
        NOT_COMMITTED,
        UNKNOWN,
        CONFLICTING,
        WITHDRAWN,
        STILL_GRANTED,
        CANCELLED,
        NOTED,
        IGNORED,
        FORGOTTEN;

        /** The symbol written in records. */
        public String code() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }
}
