package dev.interlock.server.replay;

/**
 * The first thing in which an entry is not what is derived from it and the entries before.
 *
 * @param field the field, as the journal names it
 * @param recorded what the journal has
 * @param derived what follows
 */
public record Difference(String field, String recorded, String derived) {}
