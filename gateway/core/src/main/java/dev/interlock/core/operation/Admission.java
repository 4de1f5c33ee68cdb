package dev.interlock.core.operation;

import dev.interlock.core.fact.Activation;
import dev.interlock.core.policy.ChainLimits;
import java.util.Optional;

/**
 * A run that an operation triggered wishes to be admitted to that operation's chain. The operation it names tells its
 * place; the one the chain began with counts it.
 *
 * @param requestId names the wish; a run has one
 * @param runId the run
 * @param proposalId the proposal that named the operation
 * @param activation the run's place, told by the operation it named; empty on the way there
 * @param limits the run's policy on chains
 */
public record Admission(
        String requestId, String runId, String proposalId, Optional<Activation> activation, ChainLimits limits) {

    Admission at(Activation place) {
        return new Admission(requestId, runId, proposalId, Optional.of(place), limits);
    }
}
