package dev.interlock.schemas;

/**
 * The operation whose effect triggered something.
 *
 * @param operationId operation id, as the dispatch that did it carried it
 */
public record CausedBy(String operationId) {}
