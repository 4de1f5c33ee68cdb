package dev.interlock.core.fact;

/**
 * Which page of what a call asks for, where its tool has a page contract.
 *
 * @param series digest of tool and arguments without the cursor: calls for pages of the same thing have the same
 * @param cursor digest of the cursor; empty where the call has none
 */
public record Page(String series, String cursor) {}
