package dev.interlock.core.operation;

import java.util.Optional;

/** One change of an operation's state that was decided. {@link OperationFold} applies it. */
public sealed interface OperationChange {
    /** Time moved. */
    record Clocked(long atMs) implements OperationChange {}

    /** A request holds it under a new epoch. */
    record Claimed(String operationId, Claim claim) implements OperationChange {}

    /** Executed, with proof. */
    record Committed(Report report) implements OperationChange {}

    /** Not executed or undone, as reported. {@code proven} says that the worker's fence proved it was never started. */
    record NotCommitted(Report report, boolean proven) implements OperationChange {}

    /** Nobody knows. A report that settles nothing is kept; without one, the report kept before stays. */
    record LeftUnknown(Optional<Report> report) implements OperationChange {}

    /** This report contradicts what was known. */
    record Contradicted(Report report) implements OperationChange {}

    /** A stop reached the claim. */
    record StopNoted() implements OperationChange {}

    /** Forgotten after its horizons. */
    record Forgotten() implements OperationChange {}
}
