package dev.interlock.server.view;

import dev.interlock.server.config.GatewayConfig;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.utils.Utils;

/** The committed records of one topic, read from the beginning to where its end was when reading began. */
final class CommittedTopic {
    private static final long BEGINNING = -1;
    private static final Duration POLL = Duration.ofMillis(200);

    private final GatewayConfig.Cluster cluster;
    private final String topic;
    private final Duration patience;

    /** A topic; reading it takes at most {@code patience}. */
    CommittedTopic(GatewayConfig.Cluster cluster, String topic, Duration patience) {
        this.cluster = cluster;
        this.topic = topic;
        this.patience = patience;
    }

    /**
     * Reads the partition a key belongs to, or all without one.
     *
     * @throws ViewException when it takes too long
     */
    void read(Optional<String> key, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        read(key, BEGINNING, reader);
    }

    /**
     * The same from the first record that the broker took in at a time or later.
     *
     * @throws ViewException when it takes too long
     */
    void read(Optional<String> key, long sinceMs, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        long deadline = System.nanoTime() + patience.toNanos();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = partitions(consumer, key);
            consumer.assign(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, patience);
            seek(consumer, partitions, sinceMs, ends);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                if (System.nanoTime() > deadline) {
                    throw new ViewException("Topic " + topic + " was not read to its end within " + patience);
                }
                consumer.poll(POLL).forEach(reader);
            }
        }
    }

    private void seek(
            KafkaConsumer<byte[], byte[]> consumer,
            List<TopicPartition> partitions,
            long sinceMs,
            Map<TopicPartition, Long> ends) {
        if (sinceMs == BEGINNING) {
            consumer.seekToBeginning(partitions);
            return;
        }
        Map<TopicPartition, Long> since =
                partitions.stream().collect(Collectors.toMap(Function.identity(), partition -> sinceMs));
        consumer.offsetsForTimes(since, patience)
                .forEach((partition, found) ->
                        consumer.seek(partition, found == null ? ends.get(partition) : found.offset()));
    }

    private List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer, Optional<String> key) {
        List<PartitionInfo> known = consumer.partitionsFor(topic, patience);
        if (known == null || known.isEmpty()) {
            throw new ViewException("Topic " + topic + " does not exist");
        }
        Optional<Integer> only = key.map(text -> text.getBytes(StandardCharsets.UTF_8))
                .map(bytes -> Utils.toPositive(Utils.murmur2(bytes)) % known.size());
        return known.stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .filter(partition -> only.isEmpty() || only.get() == partition.partition())
                .toList();
    }

    private Properties properties() {
        Properties properties = new Properties();
        properties.putAll(cluster.client());
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, cluster.bootstrapServers());
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        properties.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) patience.toMillis());
        return properties;
    }
}
