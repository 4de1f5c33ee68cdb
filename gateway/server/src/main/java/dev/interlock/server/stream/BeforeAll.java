package dev.interlock.server.stream;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/** The time that makes a task choose a record before all others: a stop overtakes queued proposals. */
final class BeforeAll implements TimestampExtractor {
    @Override
    public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
        return 0;
    }
}
