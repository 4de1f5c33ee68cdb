package dev.interlock.chaos.crash;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/**
 * The clients of a gateway under test. Transactions time out early, so that one can outlive its timeout in a short run; and
 * there are the points {@code due/appended}, {@code <kind>/sent} (all records and offsets are in the transaction, which is
 * not committed), {@code <kind>/committing} and {@code <kind>/committed}.
 */
public final class ChaosClients implements KafkaClientSupplier, Configurable {
    /** The setting with the milliseconds a transaction may stay open. */
    public static final String TRANSACTION_TIMEOUT = "interlock.chaos.transaction.timeout.ms";

    private String transactionTimeoutMs;
    private Traps traps = new Traps(Optional.empty());

    /** Made by Kafka Streams. */
    public ChaosClients() {}

    @Override
    public void configure(Map<String, ?> configs) {
        transactionTimeoutMs = String.valueOf(configs.get(TRANSACTION_TIMEOUT));
        traps = Traps.of(configs);
    }

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return Admin.create(config);
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        Map<String, Object> changed = new HashMap<>(config);
        changed.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, transactionTimeoutMs);
        return watched(new KafkaProducer<>(changed, new ByteArraySerializer(), new ByteArraySerializer()));
    }

    @SuppressWarnings("unchecked")
    private Producer<byte[], byte[]> watched(Producer<byte[], byte[]> producer) {
        return Passage.around(Producer.class, (method, arguments) -> {
            Passage passage = Passage.ofThread();
            if (method.getName().equals("commitTransaction")) {
                passage.open().forEach(input -> traps.reached(input.at("sent"), input.key()));
                passage.open().forEach(input -> traps.reachedDuring(input.at("committing"), input.key()));
            }
            Object returned = Passage.pass(producer, method, arguments);
            switch (method.getName()) {
                case "send" -> sent((ProducerRecord<byte[], byte[]>) arguments[0]);
                case "commitTransaction" -> {
                    passage.open().forEach(input -> traps.reached(input.at("committed"), input.key()));
                    passage.ended();
                }
                case "abortTransaction" -> passage.ended();
                default -> {}
            }
            return returned;
        });
    }

    private void sent(ProducerRecord<byte[], byte[]> message) {
        Passage.input(message.topic(), message.key(), message.value())
                .filter(input -> input.kind().equals("due"))
                .ifPresent(input -> traps.reached(input.at("appended"), input.key()));
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
