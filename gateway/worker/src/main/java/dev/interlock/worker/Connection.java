package dev.interlock.worker;

import dev.interlock.schemas.Format;
import dev.interlock.schemas.Limits;
import dev.interlock.schemas.Topics;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * How to reach the topics, and in which format to write to them.
 *
 * @param bootstrapServers brokers to ask first, as Kafka writes them: {@code host:port,host:port}
 * @param topicPrefix what the names of all topics start with
 * @param format what records are written in; an agent is answered in the format it used
 * @param properties further settings of the Kafka clients, such as {@code security.protocol}
 */
public record Connection(String bootstrapServers, String topicPrefix, Format format, Map<String, String> properties) {

    /** What the guarantees rest on: an aborted dispatch is never seen, and an offset says what was started. */
    private static final Map<String, String> CONSUMER = Map.of(
            ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false",
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest",
            ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic",
            ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false",
            ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName(),
            ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());

    /**
     * Nothing is lost or doubled by the client, and a key goes to the partition where the gateway looks for it. One
     * request at a time: a broker that refuses a producer's first batch on a new partition for a moment takes the second
     * as the beginning, and then refuses the first for good as out of sequence.
     */
    private static final Map<String, String> PRODUCER = Map.of(
            ProducerConfig.ACKS_CONFIG, "all",
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true",
            ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, "1",
            ProducerConfig.PARTITIONER_IGNORE_KEYS_CONFIG, "false",
            ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class.getName(),
            ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());

    /** Checks the prefix and refuses what would break a guarantee. */
    public Connection {
        Topics.withPrefix(topicPrefix);
        properties = Map.copyOf(properties);
        fixed(properties, CONSUMER);
        fixed(properties, PRODUCER);
        if (properties.containsKey(ProducerConfig.PARTITIONER_CLASS_CONFIG)) {
            throw new IllegalArgumentException("Property partitioner.class must be left out, was "
                    + properties.get(ProducerConfig.PARTITIONER_CLASS_CONFIG));
        }
    }

    /** A connection with the default prefix, JSON and no further settings. */
    public static Connection to(String bootstrapServers) {
        return new Connection(bootstrapServers, Topics.DEFAULT_PREFIX, Format.JSON, Map.of());
    }

    /** The same with another prefix. */
    public Connection withTopicPrefix(String changed) {
        return new Connection(bootstrapServers, changed, format, properties);
    }

    /** The same with another format. */
    public Connection withFormat(Format changed) {
        return new Connection(bootstrapServers, topicPrefix, changed, properties);
    }

    /**
     * The same with one more setting of the Kafka clients.
     *
     * @throws IllegalArgumentException if the library needs another value, as of {@code isolation.level}
     */
    public Connection with(String property, String value) {
        Map<String, String> changed = new HashMap<>(properties);
        changed.put(property, value);
        return new Connection(bootstrapServers, topicPrefix, format, changed);
    }

    /** The topics it leads to. */
    public Topics topics() {
        return Topics.withPrefix(topicPrefix);
    }

    /**
     * The configuration of a consumer: read committed, no automatic commit.
     *
     * @param needed further settings that the properties may not change
     * @throws IllegalArgumentException if they do
     */
    public Map<String, Object> consumerConfig(Map<String, String> needed) {
        fixed(properties, needed);
        Map<String, Object> config = new HashMap<>(properties);
        config.putAll(CONSUMER);
        config.putAll(needed);
        config.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        return config;
    }

    /** The configuration of a producer: idempotent, acknowledged by all replicas, Java's own partitioner. */
    public Map<String, Object> producerConfig() {
        Map<String, Object> config = new HashMap<>();
        config.put(ProducerConfig.LINGER_MS_CONFIG, "0");
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, "5000");
        config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Integer.toString(Limits.MESSAGE_BYTES));
        config.putAll(properties);
        config.putAll(PRODUCER);
        config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        return config;
    }

    private static void fixed(Map<String, String> properties, Map<String, String> needed) {
        needed.forEach((name, value) -> {
            String given = properties.getOrDefault(name, value);
            if (!given.equals(value)) {
                throw new IllegalArgumentException("Property " + name + " must be " + value + ", was " + given);
            }
        });
    }
}
