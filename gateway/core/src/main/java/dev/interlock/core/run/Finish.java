package dev.interlock.core.run;

import java.util.OptionalLong;

/**
 * An agent's wish to end its run.
 *
 * @param proposalId the agent's id for it, unique in the run
 * @param contentDigest digest of everything it says
 * @param agentId who proposes
 * @param cause why
 * @param ownerEpoch the epoch of the process that owns the run, where the agent says so
 * @param issuedAtMs when the agent issued it, by its own clock
 */
public record Finish(
        String proposalId,
        String contentDigest,
        String agentId,
        Cause cause,
        OptionalLong ownerEpoch,
        long issuedAtMs) {

    /** Why an agent finishes. None of them completes a run: only validated evidence does. */
    public enum Cause {
        AGENT,
        FRAMEWORK_LIMIT,
        ERROR
    }
}
