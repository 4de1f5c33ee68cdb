package dev.interlock.schemas;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * The record a decision was taken on, as the core saw it.
 *
 * @param topic topic it was read from
 * @param partition partition it was read from
 * @param offset offset it was read at
 * @param origin where it first landed, if it was re-routed; may be null
 * @param kind kind of input, such as proposal, result, due, stop
 * @param facts what the core saw: digests, counters, results of rules and schemas, and the normalised arguments
 *     with sensitive fields removed
 */
@RecordBuilder
public record JournalInput(String topic, int partition, long offset, Position origin, String kind, Json facts) {}
