package dev.interlock.broker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** The only partition of the topic of these tests, on one broker. */
record Topic(String bootstrapServers) {
    private static final String NAME = "letters";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    Topic create() throws Exception {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers))) {
            admin.createTopics(List.of(new NewTopic(NAME, Optional.of(1), Optional.empty())))
                    .all()
                    .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            return this;
        }
    }

    /** Sends each value and returns when all are acknowledged; fails after the given time. */
    void send(Duration limit, String... values) throws Exception {
        int millis = Math.toIntExact(limit.toMillis());
        Map<String, Object> limits = Map.of(
                "max.block.ms", millis, "delivery.timeout.ms", millis, "request.timeout.ms", 1_000, "linger.ms", 0);
        try (KafkaProducer<String, String> producer = producer(limits)) {
            for (String value : values) {
                producer.send(record(value)).get(limit.toSeconds() + 1, TimeUnit.SECONDS);
            }
        }
    }

    void send(String... values) throws Exception {
        send(LIMIT, values);
    }

    KafkaProducer<String, String> producer(Map<String, Object> more) {
        Map<String, Object> config = new HashMap<>(more);
        config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        return new KafkaProducer<>(config, new StringSerializer(), new StringSerializer());
    }

    ProducerRecord<String, String> record(String value) {
        return new ProducerRecord<>(NAME, value);
    }

    /** The committed values from the beginning up to the one given. */
    List<String> readTo(String last) {
        Map<String, Object> config = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed");
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            TopicPartition partition = new TopicPartition(NAME, 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            List<String> values = new ArrayList<>();
            long deadline = System.nanoTime() + LIMIT.toNanos();
            while (!values.contains(last)) {
                if (System.nanoTime() > deadline) {
                    throw new AssertionError("No " + last + " in " + LIMIT + ", only " + values);
                }
                consumer.poll(Duration.ofMillis(200)).forEach(found -> values.add(found.value()));
            }
            return values;
        }
    }
}
