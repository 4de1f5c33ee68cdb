package dev.interlock.core.operation;

import dev.interlock.core.outcome.Reason;
import java.util.Locale;
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
        /** A request got a new epoch. */
        GRANTED,
        /** A request or a command got nothing. */
        REFUSED,
        /** A request got the stored result. */
        REPLAYED,
        /** The operation is proven to have happened. */
        COMMITTED,
        /** The operation did not happen. */
        NOT_COMMITTED,
        /** Nobody knows whether the operation happened. */
        UNKNOWN,
        /** Evidence contradicts evidence. */
        CONFLICTING,
        /** A request waits for the claim in flight. */
        JOINED,
        /** The claim's worker has more time. */
        EXTENDED,
        /** A worker was asked what became of the operation. */
        QUERIED,
        /** Nobody will find out by himself. */
        EXHAUSTED,
        /** An operator settled the operation. */
        RESOLVED,
        /** A withdrawn request holds nothing. */
        WITHDRAWN,
        /** A repeated or withdrawn request holds the claim. */
        STILL_GRANTED,
        /** The claim's worker was asked to stop. */
        CANCELLED,
        /** A run was admitted to the chain that began here. */
        ADMITTED,
        /** The operation the chain began with was asked to admit a run. */
        PASSED_ON,
        /** Evidence was kept that settles nothing. */
        NOTED,
        /** It concerns nothing that is open. */
        IGNORED,
        /** The settled operation was forgotten. */
        FORGOTTEN;

        /** The symbol written in records. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A decision without a reason. */
    public static OperationVerdict of(What what) {
        return new OperationVerdict(what, Optional.empty());
    }

    /** A decision for a reason. */
    public static OperationVerdict of(What what, Reason reason) {
        return new OperationVerdict(what, Optional.of(reason));
    }
}
