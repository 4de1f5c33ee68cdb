package dev.interlock.chaos.cluster;

import dev.interlock.schemas.Position;
import dev.interlock.worker.Connection;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A producer of anything: any bytes under any key on any partition, as a client in another language could be. */
public final class RawSender implements AutoCloseable {
    private static final long LIMIT_SECONDS = 60;

    private final KafkaProducer<byte[], byte[]> producer;

    RawSender(Connection connection) {
        Map<String, Object> config = new HashMap<>(connection.producerConfig());
        config.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
        this.producer = new KafkaProducer<>(config);
    }

    /** Sends a text under a key, where the key belongs. */
    public CompletableFuture<Position> send(String topic, String key, byte[] value) {
        return send(new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), value));
    }

    /** Sends a record; the future ends with where it stands. */
    public CompletableFuture<Position> send(ProducerRecord<byte[], byte[]> message) {
        CompletableFuture<Position> sent = new CompletableFuture<>();
        producer.send(message, (at, error) -> {
            if (error == null) {
                sent.complete(new Position(at.topic(), at.partition(), at.offset()));
            } else {
                sent.completeExceptionally(error);
            }
        });
        return sent.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        producer.close();
    }
}
