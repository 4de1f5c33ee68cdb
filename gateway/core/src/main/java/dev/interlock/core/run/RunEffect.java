package dev.interlock.core.run;

import dev.interlock.core.fact.Mistake;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.ChainLimits;
import java.util.Map;

/** Something to be written or kept because of a decision. The shell writes all of one decision in one transaction. */
public sealed interface RunEffect {

    /**
     * Let a worker run a read or model call.
     *
     * @param call the call
     * @param timeoutMs milliseconds it may take
     */
    record Execute(OpenCall call, long timeoutMs) implements RunEffect {}

    /** Ask the worker of a read or model call to stop. */
    record Cancel(OpenCall call, Reason reason) implements RunEffect {}

    /**
     * Ask the operation stage for a write, or for the stored result of one.
     *
     * @param call the call; its {@code replay} tells which
     * @param revisions the run's validated revisions now
     */
    record Request(OpenCall call, Map<String, Long> revisions) implements RunEffect {}

    /**
     * Ask an operation to admit the run to its chain.
     *
     * @param requestId names the wish
     * @param proposalId the proposal that named the operation
     * @param operationId the operation
     * @param limits the run's policy on chains
     */
    record AskAdmission(String requestId, String proposalId, String operationId, ChainLimits limits)
            implements RunEffect {}

    /** Tell the operation stage that the request is not wanted any more. */
    record Withdraw(OpenCall call) implements RunEffect {}

    /** Wait for a time. */
    record Arm(Timer timer, long atMs) implements RunEffect {}

    /** Wait no more. */
    record Disarm(Timer timer) implements RunEffect {}

    /**
     * Publish an outcome.
     *
     * @param outcome what is published
     * @param answers whether it becomes the stored answer of its proposal
     */
    record Publish(Outcome outcome, boolean answers) implements RunEffect {}

    /** Publish the stored answer of a proposal again. */
    record RepeatAnswer(String proposalId) implements RunEffect {}

    /** Publish the run's terminal outcome again, for the proposal that asked. */
    record RepeatTerminal(String proposalId) implements RunEffect {}

    /**
     * Tell the operator that the command was not carried out.
     *
     * @param mistake what is wrong with it
     */
    record Reject(Mistake mistake) implements RunEffect {}

    /** Begin the successor of this run, before anything else is told it. */
    record BeginSuccessor(CarryOver carryOver) implements RunEffect {}

    /**
     * Pass an answer on to the successor, behind what it begins with.
     *
     * @param successorId the successor
     * @param answer what the operation stage answered about a write that was left open
     */
    record Forward(String successorId, Answer answer) implements RunEffect {}

    /** Forget a proposal's arguments: nothing will run with them any more. */
    record DropPayload(String proposalId) implements RunEffect {}

    /** Keep the value of the result at hand as the run's last good one. */
    record KeepLastGood() implements RunEffect {}

    /** Forget the run: state, answers, payloads. */
    record Forget() implements RunEffect {}
}
