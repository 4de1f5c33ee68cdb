package dev.interlock.schemas;

/**
 * A finite rise of one ceiling.
 *
 * @param budget name of the ceiling, as in the policy
 * @param amount how much is added, in the unit of the ceiling
 */
public record BudgetGrant(String budget, long amount) {}
