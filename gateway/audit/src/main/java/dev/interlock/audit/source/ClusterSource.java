package dev.interlock.audit.source;

import dev.interlock.schemas.Position;
import dev.interlock.schemas.TopicDefinition;
import dev.interlock.schemas.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The topics on a cluster, as far as they were committed when this was opened. */
public final class ClusterSource implements Source {
    /** How long a partition may bring nothing before it is given up. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Duration POLL = Duration.ofMillis(200);

    private final Map<String, Object> client;
    private final Topics topics;
    private final List<Slice> slices;
    /** Those at rest: a partition takes less time to read than a consumer to make. */
    private final Queue<KafkaConsumer<byte[], byte[]>> consumers = new ConcurrentLinkedQueue<>();

    private ClusterSource(Map<String, Object> client, Topics topics, List<Slice> slices) {
        this.client = client;
        this.topics = topics;
        this.slices = List.copyOf(slices);
    }

    /**
     * Notes where the topics begin and end now.
     *
     * @param bootstrapServers brokers to ask first
     * @param client settings of Kafka clients, such as security.protocol
     * @throws SourceException if a broker does not answer or a topic is not there
     */
    public static ClusterSource open(String bootstrapServers, Map<String, String> client, Topics topics) {
        Map<String, Object> settings = new HashMap<>(client);
        settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "2000");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(settings)) {
            return new ClusterSource(Map.copyOf(settings), topics, slices(consumer, topics));
        } catch (KafkaException e) {
            throw SourceException.unreadable("The topics cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public Topics topics() {
        return topics;
    }

    @Override
    public List<Slice> slices() {
        return slices;
    }

    @Override
    public void read(Slice slice, long from, Sink sink) {
        if (from >= slice.end()) {
            return;
        }
        KafkaConsumer<byte[], byte[]> consumer = taken();
        try {
            read(consumer, slice, from, sink);
        } catch (KafkaException e) {
            throw SourceException.unreadable(slice + " cannot be read: " + e.getMessage(), e);
        } finally {
            consumers.add(consumer);
        }
    }

    private KafkaConsumer<byte[], byte[]> taken() {
        KafkaConsumer<byte[], byte[]> resting = consumers.poll();
        return resting == null ? consumer(client) : resting;
    }

    private static void read(KafkaConsumer<byte[], byte[]> consumer, Slice slice, long from, Sink sink) {
        TopicPartition partition = new TopicPartition(slice.topic(), slice.partition());
        consumer.assign(List.of(partition));
        consumer.seek(partition, from);
        long heard = System.nanoTime();
        while (consumer.position(partition) < slice.end()) {
            long before = consumer.position(partition);
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                if (record.offset() < slice.end()) {
                    sink.take(raw(record));
                }
            }
            heard = consumer.position(partition) > before ? System.nanoTime() : heard;
            if (System.nanoTime() - heard > PATIENCE.toNanos()) {
                throw SourceException.unreadable(
                        slice + " brought nothing for " + PATIENCE.toSeconds() + " s at offset " + before, null);
            }
        }
    }

    @Override
    public void close() {
        consumers.forEach(KafkaConsumer::close);
    }

    private static List<Slice> slices(KafkaConsumer<byte[], byte[]> consumer, Topics topics) {
        List<TopicPartition> all = new ArrayList<>();
        for (TopicDefinition topic : topics.all()) {
            var known = consumer.partitionsFor(topic.name());
            if (known == null || known.isEmpty()) {
                throw SourceException.unreadable(
                        "The topic " + topic.name() + " is not there. Is --prefix right?", null);
            }
            known.forEach(info -> all.add(new TopicPartition(info.topic(), info.partition())));
        }
        all.sort(Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition));
        Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(all);
        Map<TopicPartition, Long> ends = consumer.endOffsets(all);
        return all.stream()
                .map(partition -> new Slice(
                        partition.topic(), partition.partition(), beginnings.get(partition), ends.get(partition)))
                .toList();
    }

    private static KafkaConsumer<byte[], byte[]> consumer(Map<String, Object> settings) {
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private static Raw raw(ConsumerRecord<byte[], byte[]> record) {
        List<Header> headers = new ArrayList<>();
        record.headers().forEach(header -> headers.add(new Header(header.key(), header.value())));
        return new Raw(
                new Position(record.topic(), record.partition(), record.offset()),
                record.timestamp(),
                record.key(),
                record.value(),
                headers);
    }
}
