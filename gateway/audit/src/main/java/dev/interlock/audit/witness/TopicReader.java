package dev.interlock.audit.witness;

import dev.interlock.audit.source.Header;
import dev.interlock.audit.source.Raw;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.TopicDefinition;
import dev.interlock.schemas.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The reader of everything that is committed; it reads on from where it was. Not for several threads at once. */
public final class TopicReader implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    private final Topics topics;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<TopicPartition, List<Raw>> read =
            new TreeMap<>(Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition));

    /** A reader of the topics, from their beginning. */
    public TopicReader(String bootstrapServers, Topics topics) {
        this.topics = topics;
        this.consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false",
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest",
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "5000"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        Set<TopicPartition> partitions = topics.all().stream()
                .map(TopicDefinition::name)
                .flatMap(name -> consumer.partitionsFor(name).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .collect(Collectors.toSet());
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** Reads up to the end as it is now; no further than the first open transaction of a partition. */
    public Recording read() {
        Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(consumer.assignment()));
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!ends.isEmpty()) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("Not read to the end within " + LIMIT + ": " + ends);
            }
            consumer.poll(Duration.ofMillis(100)).forEach(this::take);
            ends.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
        }
        return new Recording(
                topics, read.values().stream().flatMap(List::stream).toList());
    }

    @Override
    public void close() {
        consumer.close();
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        List<Header> headers = new ArrayList<>();
        record.headers().forEach(header -> headers.add(new Header(header.key(), header.value())));
        read.computeIfAbsent(new TopicPartition(record.topic(), record.partition()), key -> new ArrayList<>())
                .add(new Raw(
                        new Position(record.topic(), record.partition(), record.offset()),
                        record.timestamp(),
                        record.key(),
                        record.value(),
                        headers));
    }
}
