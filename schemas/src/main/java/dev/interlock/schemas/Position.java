package dev.interlock.schemas;

/**
 * One record of a topic.
 *
 * @param topic topic name, prefix included
 * @param partition partition number
 * @param offset offset in the partition
 */
public record Position(String topic, int partition, long offset) {}
