package dev.interlock.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.WireRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Everything committed to one topic, from its beginning. For one thread. */
public final class Tap<T extends WireRecord> implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final RecordCodec<T> codec;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final List<T> seen = new ArrayList<>();
    private final List<ConsumerRecord<byte[], byte[]>> raw = new ArrayList<>();

    public Tap(Connection connection, String topic, Class<T> type) {
        codec = RecordCodec.of(type);
        consumer = new KafkaConsumer<>(connection.consumerConfig(Map.of()));
        List<TopicPartition> partitions = TopicLookup.partitions(consumer, topic);
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** The first record like this, when it is there. */
    public T await(Predicate<T> wanted) {
        awaitCount(1, wanted);
        return seen.stream().filter(wanted).findFirst().orElseThrow();
    }

    /** All records like this, when there are so many. */
    public List<T> awaitCount(int count, Predicate<T> wanted) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (seen.stream().filter(wanted).count() < count) {
            assertThat(System.nanoTime())
                    .as("time to see %d like it among %s", count, seen)
                    .isLessThan(deadline);
            poll();
        }
        return seen.stream().filter(wanted).toList();
    }

    /** All records up to the end that the topic has now. */
    public List<T> all() {
        Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            poll();
        }
        return List.copyOf(seen);
    }

    /** The same as they stand on the topic. */
    public List<ConsumerRecord<byte[], byte[]>> raw() {
        all();
        return List.copyOf(raw);
    }

    private void poll() {
        consumer.poll(Duration.ofMillis(200)).forEach(record -> {
            raw.add(record);
            seen.add(codec.decode(record.value()).record());
        });
    }

    @Override
    public void close() {
        consumer.close();
    }
}
