package dev.interlock.core.run;

import java.util.Optional;

/**
 * The last result that was sound and {@code ok}.
 *
 * @param proposalId the proposal it answered
 * @param tool its tool
 * @param valueDigest digest of its value
 * @param operationId its operation, for a write
 * @param runId the run it was proposed in, where that is one before this
 */
public record LastGood(
        String proposalId, String tool, String valueDigest, Optional<String> operationId, Optional<String> runId) {

    /** The same in the run that goes on from this one. */
    LastGood carriedOver(String endedRunId) {
        return new LastGood(proposalId, tool, valueDigest, operationId, runId.or(() -> Optional.of(endedRunId)));
    }
}
