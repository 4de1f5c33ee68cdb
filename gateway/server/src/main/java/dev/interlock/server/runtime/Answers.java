package dev.interlock.server.runtime;

import dev.interlock.schemas.Limits;
import dev.interlock.schemas.RuntimeAnswer;
import dev.interlock.server.config.GatewayConfig;
import dev.interlock.server.wire.ContainmentWriter;
import dev.interlock.server.wire.Outgoing;
import dev.interlock.server.wire.RuntimeRequest;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records on the outcomes what became of asking runtimes. */
final class Answers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Answers.class);
    private static final long AGAIN_MS = 1000;

    private final KafkaProducer<byte[], byte[]> producer;
    private final String topic;

    Answers(GatewayConfig config) {
        Properties properties = new Properties();
        properties.putAll(config.cluster().client());
        properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, config.cluster().bootstrapServers());
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Limits.MESSAGE_BYTES);
        this.producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        this.topic = config.topics().topics().outcomes();
    }

    /**
     * Records an answer; returns once it is on the topic. Where the cluster does not take it, it is tried until the gateway
     * ends: a request without a recorded answer is sent again later.
     */
    void record(RuntimeRequest request, RuntimeAnswer answer) throws InterruptedException {
        Outgoing outgoing = ContainmentWriter.runtime(request, answer);
        while (true) {
            try {
                producer.send(new ProducerRecord<>(topic, outgoing.key(), outgoing.value()))
                        .get();
                return;
            } catch (ExecutionException | KafkaException e) {
                if (e instanceof InterruptException) {
                    throw new InterruptedException();
                }
                LOG.warn("What a runtime answered cannot be recorded yet, trying again. request={}", request.id(), e);
                Thread.sleep(AGAIN_MS);
            }
        }
    }

    @Override
    public void close() {
        producer.close(RuntimeSender.CLOSING);
    }
}
