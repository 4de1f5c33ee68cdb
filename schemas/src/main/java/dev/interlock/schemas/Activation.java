package dev.interlock.schemas;

/**
 * Place of a run in a chain of activations that trigger each other.
 *
 * @param root operation id the chain started with
 * @param depth number of activations from the root to this run, itself included
 * @param children activations the root had caused when this one was counted, directly or through others, this one
 *     included; 0 where none was counted
 */
public record Activation(String root, int depth, long children) {}
