package dev.interlock.core.run;

import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import java.util.List;
import java.util.Optional;

/**
 * What was decided about one input, in a form the journal can hold.
 *
 * @param what the decision
 * @param reason why, where there is a reason
 * @param guard what the guard read, where one fired
 * @param judged where one input decided about several proposals, what was decided about each, in order; the first of them
 *     stands above too
 */
public record Verdict(What what, Optional<Reason> reason, Optional<GuardReading> guard, List<Judged> judged) {

    public Verdict {
        judged = List.copyOf(judged);
    }

    Verdict(What what, Optional<Reason> reason, Optional<GuardReading> guard) {
        this(what, reason, guard, List.of());
    }

    /**
     * What was decided about one of several proposals.
     *
     * @param proposalId the proposal
     * @param verdict the decision
     */
    public record Judged(String proposalId, Verdict verdict) {}

    /** The decision about all of these, of which there is one at least. */
    static Verdict ofAll(List<Judged> judged) {
        Verdict first = judged.get(0).verdict();
        return judged.size() == 1 ? first : new Verdict(first.what(), first.reason(), first.guard(), judged);
    }

    /** The decision's name. */
    public enum What {
        /** A call was let through. */
        GRANTED,
        /** A write was passed to the operation stage. */
        REQUESTED,
        /** A stored result was asked for. */
        REPLAY_REQUESTED,
        /** A call was denied. */
        DENIED,
        /** A stored answer was repeated. */
        REPEATED,
        /** The answer is still to come: of a proposal sent again, or of one that waits for its run's admission to a chain. */
        PENDING,
        /** A result was taken. */
        TAKEN,
        /** A call has more time. */
        EXTENDED,
        /** A call is tried again. */
        RETRIED,
        /** A request or claim moved. */
        NOTED,
        /** The run waits for a person. */
        PAUSED,
        /** A person answered about another call than the one held; the hold stays. */
        MISMATCHED,
        /** Ceilings were raised. */
        RAISED,
        /** An ended run was resumed in a new one. */
        RESUMED,
        /** A run began with what an ended one left. */
        CARRIED_OVER,
        /** A command was not carried out. */
        REFUSED,
        /** The run is going to end. */
        ENDING,
        /** The run ended. */
        ENDED,
        /** A late result was published for the record. */
        SETTLED,
        /** It concerns nothing this run has open. */
        IGNORED,
        /** The run was forgotten. */
        FORGOTTEN;

        /** The symbol written in records. */
        public String code() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /** A decision without a reason. */
    public static Verdict of(What what) {
        return new Verdict(what, Optional.empty(), Optional.empty());
    }

    /** A decision for a reason. */
    public static Verdict of(What what, Reason reason, Optional<GuardReading> guard) {
        return new Verdict(what, Optional.of(reason), guard);
    }
}
