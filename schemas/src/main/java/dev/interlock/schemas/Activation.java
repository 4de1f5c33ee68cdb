package dev.interlock.schemas;

/**
 * Place of a run in a chain of activations that trigger each other.
 *
 * @param root operation id the chain started with
 * @param depth number of activations between this run and the root
 * @param children activations the parent operation has caused so far, this one included
 */
public record Activation(String root, int depth, long children) {}
