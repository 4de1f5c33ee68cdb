package dev.interlock.server.stream;

import dev.interlock.schemas.Limits;
import dev.interlock.server.config.GatewayConfig;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/** The settings of Kafka Streams. Each that differs from the default has been measured; RATIONALE says how. */
final class StreamsProperties {
    /**
     * Beside a queue of proposals a stop waits for what is fetched and buffered, so both are kept small. Not smaller than
     * the usual batch of a producer: larger ones are fetched from one partition at a time.
     */
    private static final int FETCH_BYTES = 16 * 1024;

    private static final int BUFFERED_RECORDS = 100;
    /** How long a transaction may stay open. Longer than a stall of a shared machine, shorter than anybody's patience. */
    private static final int TRANSACTION_TIMEOUT_MS = 30_000;

    /** For the only cached stores, which hold one mark for each topic and partition. */
    private static final int MARKS_BYTES = 1024 * 1024;

    private static final int POLL_MS = 10;
    private static final int SESSION_MS = 10_000;

    private StreamsProperties() {}

    static Properties of(GatewayConfig config) {
        GatewayConfig.StreamSettings stream = config.stream();
        Properties properties = new Properties();
        properties.putAll(config.cluster().client());
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, config.cluster().bootstrapServers());
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, stream.applicationId());
        properties.put(StreamsConfig.STATE_DIR_CONFIG, stream.stateDir().toString());
        properties.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, stream.threads());
        properties.put(
                StreamsConfig.REPLICATION_FACTOR_CONFIG, (int) config.topics().replication());
        inGroup(properties, stream);
        exactlyOnce(properties, stream);
        inOrder(properties);
        properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        properties.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, MARKS_BYTES);
        properties.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, BoundedStores.class);
        properties.put(
                StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG),
                Limits.MESSAGE_BYTES + Limits.RECORD_BYTES);
        return properties;
    }

    /** Changelogs hold what topics hold, and a payload of the largest size with its key. */
    static Map<String, String> changelog() {
        return Map.of(
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(Limits.MESSAGE_BYTES + Limits.RECORD_BYTES));
    }

    /** The place of a process that does not answer is given away soon; one that comes back takes it up at once. */
    private static void inGroup(Properties properties, GatewayConfig.StreamSettings stream) {
        properties.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, InstanceId.in(stream.stateDir()));
        properties.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG), SESSION_MS);
        properties.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), SESSION_MS / 4);
    }

    private static void exactlyOnce(Properties properties, GatewayConfig.StreamSettings stream) {
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        properties.put(
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, stream.commitInterval().toMillis());
        properties.put(StreamsConfig.POLL_MS_CONFIG, POLL_MS);
        properties.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), 0);
        properties.put(StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG), TRANSACTION_TIMEOUT_MS);
        properties.put(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, stream.transactionalStores());
    }

    private static void inOrder(Properties properties) {
        properties.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, 0L);
        properties.put(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG, BUFFERED_RECORDS);
        properties.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_POLL_RECORDS_CONFIG), BUFFERED_RECORDS);
        properties.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG), FETCH_BYTES);
    }
}
