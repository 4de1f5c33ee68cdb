package dev.interlock.core.outcome;

/**
 * What a guard counted when it fired.
 *
 * @param name the guard, as the policy names it
 * @param limit the most the policy allows, in the guard's own unit (calls, turns, milliseconds)
 * @param observed what was counted, this call included where it counts
 */
public record GuardReading(String name, long limit, long observed) {}
