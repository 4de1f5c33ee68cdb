package dev.interlock.core.operation;

import java.util.List;
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

    /** An operator settled it, whatever contradicted what. */
    record Resolved(Operation.State state, Report report, String by) implements OperationChange {}

    /** Whoever can answer will be asked what became of the epoch, or given up, at this time. */
    record QueryPlanned(long atMs) implements OperationChange {}

    /** Somebody was asked. */
    record QuerySent() implements OperationChange {}

    /** Nobody is asked any more. */
    record QueriesEnded() implements OperationChange {}

    /** A request waits for the claim in flight. */
    record Joined(Joiner joiner) implements OperationChange {}

    /** These requests do not wait any more. */
    record JoinersLeft(List<Joiner> joiners) implements OperationChange {
        public JoinersLeft {
            joiners = List.copyOf(joiners);
        }
    }

    /** One more activation of the chain that began here. */
    record ActivationCounted() implements OperationChange {}

    /** A stop reached the claim. */
    record StopNoted() implements OperationChange {}

    /** Forgotten after its horizons. */
    record Forgotten() implements OperationChange {}
}
