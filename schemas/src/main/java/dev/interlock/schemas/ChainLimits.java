package dev.interlock.schemas;

/**
 * Ceilings on a chain of activations, from the policy of the run that asks.
 *
 * @param depth greatest depth that is admitted
 * @param activations greatest number of activations one operation may cause, directly or through others
 */
public record ChainLimits(int depth, long activations) {}
