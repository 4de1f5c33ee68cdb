package dev.interlock.core.operation;

import dev.interlock.core.fact.Result;
import java.util.Optional;

/** One change of an operation's state that was decided. {@link OperationFold} applies it. */
public sealed interface OperationChange {
    /** Time moved. */
    record Clocked(long atMs) implements OperationChange {}

    /** A request holds it under a new epoch. */
    record Claimed(String operationId, Request claim, int epoch, String dispatchId, long atMs)
            implements OperationChange {}

    /** Executed, with proof. */
    record Committed(Reported report) implements OperationChange {}

    /** Not executed or undone, as reported. {@code proven} says that the worker's fence proved it was never started. */
    record NotCommitted(Reported report, boolean proven) implements OperationChange {}

    /** Nobody knows. The report is kept where there was one. */
    record LeftUnknown(Optional<Reported> report) implements OperationChange {}

    /** Evidence contradicts evidence. */
    record Contradicted() implements OperationChange {}

    /** A stop reached the claim. */
    record StopNoted() implements OperationChange {}

    /** Forgotten after its horizons. */
    record Forgotten() implements OperationChange {}

    /**
     * A report as kept.
     *
     * @param result what was reported
     * @param digest digest of the whole report
     * @param appendedAtMs when the broker took it in
     */
    record Reported(Result result, String digest, long appendedAtMs) {}
}
