package dev.interlock.core.run;

/**
 * An agent's wish to end its run.
 *
 * @param proposalId the agent's id for it, unique in the run
 * @param contentDigest digest of everything it says
 * @param agentId who proposes
 * @param cause why
 * @param issuedAtMs when the agent issued it, by its own clock
 */
public record Finish(String proposalId, String contentDigest, String agentId, Cause cause, long issuedAtMs) {

    /** Why an agent finishes. None of them completes a run: only validated evidence does. */
    public enum Cause {
        AGENT,
        FRAMEWORK_LIMIT,
        ERROR
    }
}
