package dev.interlock.chaos.crash;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * An interceptor of a worker's clients, with the points {@code dispatch/polled}, {@code dispatch/committed}, {@code
 * result/sending} and {@code result/acknowledged}.
 */
public final class WorkerTraps
        implements ConsumerInterceptor<byte[], byte[]>, ProducerInterceptor<String, byte[]>, AutoCloseable {
    private static final String KEY = "interlock-chaos-key";

    private final Map<TopicPartition, Map<Long, String>> polled = new ConcurrentHashMap<>();
    private Traps traps = new Traps(Optional.empty());

    /** Made by the clients. */
    public WorkerTraps() {}

    @Override
    public void configure(Map<String, ?> configs) {
        traps = Traps.of(configs);
    }

    @Override
    public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            if (record.key() != null) {
                String key = new String(record.key(), StandardCharsets.UTF_8);
                polled.computeIfAbsent(new TopicPartition(record.topic(), record.partition()), id -> new HashMap<>())
                        .put(record.offset(), key);
                traps.reached("dispatch/polled", key);
            }
        }
        return records;
    }

    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {
        offsets.forEach((id, to) -> polled.getOrDefault(id, Map.of()).entrySet().removeIf(record -> {
            boolean committed = record.getKey() < to.offset();
            if (committed) {
                traps.reached("dispatch/committed", record.getValue());
            }
            return committed;
        }));
    }

    @Override
    public ProducerRecord<String, byte[]> onSend(ProducerRecord<String, byte[]> message) {
        message.headers().add(KEY, message.key().getBytes(StandardCharsets.UTF_8));
        traps.reached("result/sending", message.key());
        return message;
    }

    @Override
    public void onAcknowledgement(RecordMetadata at, Exception error, Headers headers) {
        Header key = headers.lastHeader(KEY);
        if (error == null && key != null) {
            traps.reached("result/acknowledged", new String(key.value(), StandardCharsets.UTF_8));
        }
    }

    @Override
    public void close() {}
}
