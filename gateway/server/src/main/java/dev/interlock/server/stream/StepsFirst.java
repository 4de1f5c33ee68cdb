package dev.interlock.server.stream;

import dev.interlock.server.wire.ReportReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * The append time of results; but the next step of a sweep goes before what is queued, or the report of a stop would wait
 * for all of that. What comes of a worker is never taken for a step: whether it is in time is told by its append time.
 */
final class StepsFirst implements TimestampExtractor {
    private static final byte[] KEY = StopSweep.KEY.getBytes(StandardCharsets.UTF_8);

    private final TimestampExtractor others = new AppendTime();
    private final TimestampExtractor steps = new BeforeAll();

    @Override
    public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
        return (isStep(record) ? steps : others).extract(record, partitionTime);
    }

    private static boolean isStep(ConsumerRecord<Object, Object> record) {
        return record.key() instanceof byte[] key
                && record.value() instanceof byte[] value
                && Arrays.mismatch(key, KEY) == KEY.length
                && ReportReader.due(value).filter(StopSweep::isStep).isPresent();
    }
}
