package dev.interlock.schemas;

/**
 * The guard that fired, and what it read.
 *
 * @param name name of the guard in the policy
 * @param limit the limit in force when it fired
 * @param observed what was counted, in the unit of the limit
 * @param policyHash hash of the policy the limit comes from
 */
public record GuardReading(String name, long limit, long observed, String policyHash) {}
