package dev.interlock.schemas;

/**
 * Where an unreadable record stands.
 *
 * @param topic topic it was read from
 * @param partition partition it was read from
 * @param offset offset it was read at
 * @param timestampMs its timestamp, whatever it says. Milliseconds since the epoch
 */
public record LetterSource(String topic, int partition, long offset, long timestampMs) {}
