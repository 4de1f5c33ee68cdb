package dev.interlock.core.operation;

import dev.interlock.core.outcome.Reason;
import dev.interlock.core.run.Answer;

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
     * Answer a run.
     *
     * @param runId the run
     * @param proposalId the proposal its request came from
     * @param answer the answer
     */
    record Reply(String runId, String proposalId, Answer answer) implements OperationEffect {}

    /** Write the operation's latest state to the ledger topic, or remove it there when it is forgotten. */
    record Show() implements OperationEffect {}

    /** Keep value and receipt of the report at hand as the operation's own, to replay and show them. */
    record KeepReport() implements OperationEffect {}

    /** Keep the receipt of the report at hand beside the operation's own, which it contradicts. */
    record KeepContradiction() implements OperationEffect {}

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
     * Forget the operation at a time, unless its version has changed.
     *
     * @param version the version it is armed for
     * @param atMs the time
     */
    record ArmHorizon(long version, long atMs) implements OperationEffect {}

    /** Forget the operation: state, values, receipts. */
    record Forget() implements OperationEffect {}
}
