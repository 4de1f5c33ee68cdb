package dev.interlock.core.operation;

import dev.interlock.core.fact.Mistake;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.run.Answer;
import dev.interlock.core.run.Membership;

/** Something to be written because of a decision. The shell writes all of one decision in one transaction. */
public sealed interface OperationEffect {

    /**
     * Let a worker run it.
     *
     * @param claim the epoch to run under
     * @param timeoutMs milliseconds it may take
     */
    record Execute(Claim claim, long timeoutMs) implements OperationEffect {}

    /**
     * Ask the worker of an epoch to stop.
     *
     * @param claim the epoch
     * @param reason why
     */
    record Cancel(Claim claim, Reason reason) implements OperationEffect {}

    /**
     * Ask a worker what became of an epoch.
     *
     * @param claim the epoch
     * @param attempt which question about it this is, from 1
     * @param timeoutMs milliseconds the answer may take
     */
    record Query(Claim claim, int attempt, long timeoutMs) implements OperationEffect {
        /** Names this question; its answer names it. */
        public String queryId() {
            return claim.queryId(attempt);
        }
    }

    /**
     * Answer a run.
     *
     * @param runId the run
     * @param proposalId the proposal its request came from
     * @param answer the answer
     */
    record Reply(String runId, String proposalId, Answer answer) implements OperationEffect {}

    /**
     * Answer a run that asked to be admitted.
     *
     * @param admission its wish
     * @param membership the answer
     */
    record AnswerAdmission(Admission admission, Membership membership) implements OperationEffect {}

    /**
     * Let the operation a chain began with count an activation.
     *
     * @param root that operation
     * @param admission the wish, with the place it was told
     */
    record PassOn(String root, Admission admission) implements OperationEffect {}

    /**
     * Remember that an activation was counted.
     *
     * @param requestId the wish
     * @param number what it was counted as
     */
    record KeepActivation(String requestId, long number) implements OperationEffect {}

    /** Write the operation's latest state to the ledger topic, or remove it there when it is forgotten. */
    record Show() implements OperationEffect {}

    /** Keep value and receipt of the report at hand as the operation's own, to replay and show them. */
    record KeepReport() implements OperationEffect {}

    /** Keep the receipt of the report at hand beside the operation's own, which it contradicts. */
    record KeepContradiction() implements OperationEffect {}

    /** Drop the receipt that contradicted the operation's own: an operator decided between them. */
    record DropContradiction() implements OperationEffect {}

    /**
     * Tell the operator that the command was not carried out.
     *
     * @param mistake what is wrong with it
     */
    record Reject(Mistake mistake) implements OperationEffect {}

    /**
     * Wait for the result of an epoch until a time.
     *
     * @param epoch the epoch
     * @param atMs the time
     */
    record ArmTimeout(int epoch, long atMs) implements OperationEffect {}

    /** Do not wait any more. */
    record DisarmTimeout() implements OperationEffect {}

    /**
     * Ask, or give up asking, at a time. One such time is waited for at most.
     *
     * @param epoch the epoch
     * @param attempt the question it is for, from 1
     * @param atMs the time
     */
    record ArmQuery(int epoch, int attempt, long atMs) implements OperationEffect {}

    /** Ask no more. */
    record DisarmQuery() implements OperationEffect {}

    /**
     * Forget the operation at a time, unless its version has changed.
     *
     * @param version the version it is armed for
     * @param atMs the time
     */
    record ArmHorizon(long version, long atMs) implements OperationEffect {}

    /** Forget the operation: state, values, receipts. */
    record Forget() implements OperationEffect {}
}
