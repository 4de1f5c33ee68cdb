package dev.interlock.core.run;

import java.util.List;
import java.util.OptionalLong;

/** One change of a run's state that was decided. {@link RunFold} applies it. */
public sealed interface RunChange {
    /** The run began. */
    record Began(RunState initial) implements RunChange {}

    /** Time moved. */
    record Clocked(long atMs) implements RunChange {}

    /** An owning process was seen. */
    record Owned(long ownerEpoch) implements RunChange {}

    /** A new model turn was charged. */
    record TurnCharged(String agentId, long turn) implements RunChange {}

    /** A person spoke. {@code clears} says whether that clears soft evidence. */
    record UserSpoke(long userTurn, boolean clears) implements RunChange {}

    /** A call was let through: a call is reserved and it enters the repetition window. */
    record Opened(OpenCall call, int window) implements RunChange {}

    /** A call is sent, or sent again, that counts towards a rate. */
    record Sent(String tool, Rates.Rules rules) implements OfLimits {}

    /** A stored result was asked for: nothing is reserved. */
    record ReplayAsked(OpenCall call) implements RunChange {}

    /** A granted call came by handoff. */
    record HandedOver() implements OfLimits {}

    /** Retries were used. */
    record RetriesUsed(int count) implements OfLimits {}

    /** A write was claimed and dispatched. */
    record Granted(String id, String dispatchId) implements RunChange {}

    /** An open call was let through again under a new id or attempt. */
    record Renewed(String id, String newId, int attempt, OpenCall.Standing standing) implements RunChange {}

    /**
     * An open call was used.
     *
     * @param costMicros what it cost; empty when nobody says so, and then all that was reserved for it counts as used
     */
    record Settled(String id, OptionalLong costMicros) implements RunChange {}

    /** An attempt of an open call that is tried again was paid, beside what stays reserved for the next. */
    record Paid(long costMicros) implements OfLimits {}

    /** An open call was given back. */
    record Refunded(String id) implements RunChange {}

    /** Nobody knows what became of an open call; its reservation stays. */
    record LeftUnknown(String id) implements RunChange {}

    /** Something was learnt of an operation. */
    record OperationLearnt(KnownOperation operation) implements RunChange {}

    /** A write changed something, or may have. */
    record Wrote() implements RunChange {}

    /** What came of a remembered call. */
    record Marked(String proposalId, Attempted.Mark mark) implements RunChange {}

    /** A logical call may be tried again. */
    record RetryNoted(String fingerprint, History.Retry retry) implements RunChange {}

    /** A logical call needs no retry any more. */
    record RetryForgotten(String fingerprint) implements RunChange {}

    /** What was asked for is not ready yet, or the last try to ask for it failed in a way that may pass. */
    record PollNoted(String fingerprint, Tallies.Poll poll) implements RunChange {}

    /**
     * A call came to its end.
     *
     * @param tool its tool
     * @param how how it went
     * @param wasUnknown whether it had come to an end before at which nobody knew
     */
    record CallEnded(String tool, Went.How how, boolean wasUnknown) implements RunChange {}

    /** Nothing is waited for with this call any more. */
    record PollOver(String fingerprint) implements RunChange {}

    /** A validated revision rose. {@code clears} says whether the repetition window is cleared. */
    record RevisionRose(String subject, long revision, boolean clears) implements RunChange {}

    /** A result this run had not seen. */
    record ResultWasNew(String digest, boolean clears) implements RunChange {}

    /** A result brought no progress. */
    record Idled() implements RunChange {}

    /** A sound, successful result. */
    record WasGood(LastGood result) implements RunChange {}

    /** A call was denied. */
    record Denied(String reason) implements RunChange {}

    /** Ceilings were raised by a command. */
    record CeilingsRaised(String controlId, List<Grant.Rise> rises) implements RunChange {
        public CeilingsRaised {
            rises = List.copyOf(rises);
        }
    }

    /** A resumed run's clock goes on, and the deadline moves by the time it stood still. */
    record WentOn() implements RunChange {}

    /** A result asked for a person; the run's clock stands still until it is given up at that time. */
    record Held(Holds.Asking asking) implements RunChange {}

    /** A call waits for a person; the run's clock stands still. */
    record HoldOpened(Hold hold) implements RunChange {}

    /** A further proposal of the held call waits with it. */
    record HoldJoined(String holdId, String proposalId) implements RunChange {}

    /** A hold stands elsewhere. */
    record HoldMoved(String holdId, Hold.Standing standing) implements RunChange {}

    /** A hold is over: used, rejected, expired or void. */
    record HoldClosed(String holdId) implements RunChange {}

    /** No person is waited for any more; the clock goes on, and the deadline moves by the time it stood still. */
    record Released() implements RunChange {}

    /** The agent was told that what it asks of a tool keeps bringing the same. */
    record Told(String tool, boolean unreported) implements OfLimits {}

    /** What came of a call was reported after all, too late to be taken. */
    record ReportedLate(String dispatchId) implements OfLimits {}

    /** Something counts towards a limit beside what is let through. */
    sealed interface OfLimits extends RunChange {}

    /** What a run learns of the chain it is in. */
    sealed interface OfChain extends RunChange {}

    /**
     * A run says what triggered it, and does not ask for its admission yet: its proposal is denied in any case.
     *
     * @param operationId the operation that triggered it
     */
    record Caused(String operationId) implements OfChain {}

    /** The operation that triggered the run was asked to admit it; its first proposal waits for that. */
    record AdmissionAsked(String operationId, Chain.Awaited first) implements OfChain {}

    /** More waits for the admission. */
    record AdmissionAwaited(Chain.Awaited awaited) implements OfChain {}

    /** The operation stage answered; nothing waits for that any more. */
    record AdmissionAnswered(Membership membership) implements OfChain {}

    /** An operation is unknown; no new writes. */
    record Reconciling() implements RunChange {}

    /** No operation is unknown any more. */
    record Reconciled() implements RunChange {}

    /** It was decided how the run ends once it has said its last word. */
    record Closing(Ending ending) implements RunChange {}

    /** What was kept for a last word is free: for that, or because there will be none. */
    record LastTurnFreed(long costMicros) implements OfLimits {}

    /** It was decided how the run ends. */
    record EndingBegan(Ending ending) implements RunChange {}

    /** What is in flight is not waited for any more. */
    record WaitingEnded() implements RunChange {}

    /** A withdraw was sent. */
    record WithdrawSent(String id) implements RunChange {}

    /** A withdraw was answered. */
    record WithdrawAnswered(String id) implements RunChange {}

    /** An outcome was published. */
    record Published() implements RunChange {}

    /** The terminal outcome was decided. The stub keeps only what late answers and askers need. */
    record Ended(Ending as) implements RunChange {}

    /** The ended run was resumed. */
    record Resumed(Lineage.Successor successor) implements RunChange {}

    /** The stub is forgotten. */
    record Forgotten() implements RunChange {}
}
