package dev.interlock.core.operation;

import dev.interlock.core.outcome.Reason;
import dev.interlock.core.run.Answer;

/** Something to be written because of a decision. The shell writes all of one decision in one transaction. */
public sealed interface OperationEffect {

    /** Let a worker run it. */
    record Execute(Request claim, String dispatchId, int epoch, long timeoutMs) implements OperationEffect {}

    /** Ask the worker of an epoch to stop. */
    record Cancel(Request claim, String dispatchId, int epoch, Reason reason) implements OperationEffect {}

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

    /** Keep the value of the report at hand with the operation, to replay it. */
    record KeepValue() implements OperationEffect {}

    /** Wait for the result of an epoch until a time. */
    record ArmTimeout(int epoch, long atMs) implements OperationEffect {}

    /** Do not wait any more. */
    record DisarmTimeout() implements OperationEffect {}

    /** Forget the operation at a time, unless its version has changed. */
    record ArmHorizon(long version, long atMs) implements OperationEffect {}

    /** Forget the operation: state, value. */
    record Forget() implements OperationEffect {}
}
