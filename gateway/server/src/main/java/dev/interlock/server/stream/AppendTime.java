package dev.interlock.server.stream;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/** The broker's append time, by which the inputs of a task are taken in order. */
final class AppendTime implements TimestampExtractor {
    /** No record has an earlier time. */
    static final long EARLIEST = 1;

    @Override
    public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
        return Math.max(record.timestamp(), EARLIEST);
    }
}
