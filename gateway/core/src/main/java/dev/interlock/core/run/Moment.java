package dev.interlock.core.run;

import dev.interlock.core.policy.Policy;

/**
 * The circumstances a decision is made under.
 *
 * @param runId the run concerned
 * @param policy the policy the run is held to: its own, or for a new run the one in force
 * @param policyHash that policy's digest
 * @param atMs the gateway's clock when it took the input up
 */
public record Moment(String runId, Policy policy, String policyHash, long atMs) {}
