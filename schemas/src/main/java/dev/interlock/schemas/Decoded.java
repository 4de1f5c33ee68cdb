package dev.interlock.schemas;

/**
 * A record that was read.
 *
 * @param record the record
 * @param format the format it was written in; an agent is answered in the format it used
 */
public record Decoded<T extends WireRecord>(T record, Format format) {}
