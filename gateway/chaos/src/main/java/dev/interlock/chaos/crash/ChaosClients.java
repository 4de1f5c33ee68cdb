package dev.interlock.chaos.crash;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/** The clients of a gateway under test: transactions time out early, so that one can outlive its timeout in a short run. */
public final class ChaosClients implements KafkaClientSupplier, Configurable {
    /** The setting with the milliseconds a transaction may stay open. */
    public static final String TRANSACTION_TIMEOUT = "interlock.chaos.transaction.timeout.ms";

    private String transactionTimeoutMs;

    /** Made by Kafka Streams. */
    public ChaosClients() {}

    @Override
    public void configure(Map<String, ?> configs) {
        transactionTimeoutMs = String.valueOf(configs.get(TRANSACTION_TIMEOUT));
    }

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return Admin.create(config);
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        Map<String, Object> changed = new HashMap<>(config);
        changed.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, transactionTimeoutMs);
        return new KafkaProducer<>(changed, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return getConsumer(config);
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return getConsumer(config);
    }
}
