package dev.interlock.core.operation;

import dev.interlock.core.fact.Activation;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Everything the gateway knows of one operation. Only {@link OperationFold} makes a new one.
 *
 * <p>Tool, fingerprint and identity rule are those of the claim's request: a request that differs in them is refused, so
 * they never change.
 *
 * @param operationId the operation
 * @param claim its current epoch, or its last
 * @param state where it stands
 * @param version rises with every change of state or evidence; whoever settles it by hand names the version seen
 * @param report what is known of the current epoch, where something is; the state rests on it
 * @param notExecuted whether a worker's fence proved that the current epoch was not executed
 * @param contradiction the report that contradicts what was known; then only an operator settles the operation
 * @param queries the questions what became of the current epoch
 * @param joiners requests that wait for the claim in flight, in the order they came
 * @param activations activations of the chain that began with it
 * @param resolvedBy the operator the state rests on, where it rests on one
 * @param firstDispatchedAtMs when its first epoch was dispatched; retries are counted from here
 * @param lastAtMs the time of the last input; time never goes back
 */
public record Operation(
        String operationId,
        Claim claim,
        State state,
        long version,
        Optional<Report> report,
        boolean notExecuted,
        Optional<Report> contradiction,
        Queries queries,
        List<Joiner> joiners,
        long activations,
        Optional<String> resolvedBy,
        long firstDispatchedAtMs,
        long lastAtMs) {

    public Operation {
        joiners = List.copyOf(joiners);
    }

    /** Where an operation stands. An absent operation has no record. */
    public enum State {
        IN_FLIGHT,
        COMMITTED,
        NOT_COMMITTED,
        UNKNOWN;

        /** The symbol written in records. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Whether nothing further is expected: committed or not committed, without contradiction. */
    public boolean settled() {
        return state == State.COMMITTED || state == State.NOT_COMMITTED;
    }

    /** Whether evidence contradicts evidence. Such an operation is always unknown. */
    public boolean conflicting() {
        return contradiction.isPresent();
    }

    /** Whether its effect may still come, or nobody knows whether it came. */
    public boolean open() {
        return state == State.IN_FLIGHT || state == State.UNKNOWN;
    }

    /** Whether it is unknown and nobody will find out by himself: only an operator settles it. */
    public boolean exhausted() {
        return state == State.UNKNOWN && !queries.open();
    }

    /** Its place in a chain: that of the run that has the claim. */
    Activation activation() {
        return claim.request().activation();
    }

    /** Its place in a chain that began with another operation; empty where a chain can begin with this one. */
    public Optional<Activation> triggered() {
        return Optional.of(activation()).filter(place -> !place.root().equals(operationId));
    }

    boolean inFlight() {
        return state == State.IN_FLIGHT;
    }

    /** When the current epoch can have no effect any more: from then on, looking for one proves something. */
    long settledAtMs() {
        return claim.dispatchedAtMs() + claim.request().contract().settledAfterMs();
    }

    Optional<Joiner> joiner(String runId, String requestId) {
        return joiners.stream().filter(j -> j.is(runId, requestId)).findFirst();
    }
}
