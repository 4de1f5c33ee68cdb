package dev.interlock.worker;

import dev.interlock.schemas.Format;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Result;
import dev.interlock.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The way of results to their topics. Kafka's client tries again for its delivery timeout; then it is an error. */
final class ResultSender implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ResultSender.class);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

    private final RecordCodec<Result> codec = RecordCodec.of(Result.class);
    private final Producer<String, byte[]> producer;
    private final Topics topics;
    private final Format format;
    private final Tally tally;

    ResultSender(Producer<String, byte[]> producer, Connection connection, Tally tally) {
        this.producer = producer;
        this.topics = connection.topics();
        this.format = connection.format();
        this.tally = tally;
    }

    /** Sends it. Blocks for at most the client's {@code max.block.ms}, 5 seconds unless configured; never throws. */
    void send(Delivery delivery, Result result) {
        try {
            producer.send(message(delivery, result), (position, error) -> {
                if (error == null) {
                    tally.answered();
                } else {
                    unsent(delivery, error);
                }
            });
        } catch (RuntimeException e) {
            unsent(delivery, e);
        }
    }

    /** Sends a sign of life. One that is lost is followed by another. */
    void sendSign(Delivery delivery, Result sign) {
        try {
            producer.send(message(delivery, sign), (position, error) -> {
                if (error != null) {
                    LOG.warn("A sign of life of {} could not be written", delivery, error);
                }
            });
        } catch (RuntimeException e) {
            LOG.warn("A sign of life of {} could not be written", delivery, e);
        }
    }

    private ProducerRecord<String, byte[]> message(Delivery delivery, Result result) {
        byte[] value = encoded(delivery, result);
        ProducerRecord<String, byte[]> message = delivery.isWrite()
                ? new ProducerRecord<>(topics.operationResults(), result.operationId(), value)
                : new ProducerRecord<>(topics.results(), result.runId(), value);
        String trace = delivery.dispatch().traceparent();
        if (trace != null) {
            message.headers().add(Keys.TRACE_HEADER, trace.getBytes(StandardCharsets.UTF_8));
        }
        return message;
    }

    /** Whatever cannot be written must not take with it what became of a write. */
    private byte[] encoded(Delivery delivery, Result result) {
        try {
            return codec.encode(result, format);
        } catch (InvalidRecordException e) {
            LOG.error("The result of {} cannot go out whole: {}", delivery, e.getMessage());
            return codec.encode(Remainder.of(result, e), format);
        }
    }

    private void unsent(Delivery delivery, Exception error) {
        tally.unsent();
        LOG.error("The result of {} could not be written; the gateway will take it as missing", delivery, error);
    }

    /** Waits for what is under way, for at most 10 seconds. */
    @Override
    public void close() {
        producer.close(CLOSE_LIMIT);
    }
}
