package dev.interlock.schemas;

/**
 * Where a budget of a run stands: what is allowed is the sum of all three.
 *
 * @param ceiling its name in a policy
 * @param used what is settled
 * @param reserved what is given out and not settled
 * @param remaining what may still be reserved; negative when an actual cost exceeded its reservation
 */
public record BudgetReading(String ceiling, long used, long reserved, long remaining) {}
