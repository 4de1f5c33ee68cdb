package dev.interlock.server.runtime;

import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.server.config.ConfigurationException;
import dev.interlock.server.config.GatewayConfig;
import dev.interlock.server.wire.RuntimeRequest;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads on the outcomes which runtimes are to be asked to stop which runs, has them asked, and commits an offset once
 * the answers to everything before it are recorded: each request is sent at least once, under the same id.
 */
public final class RuntimeSender implements AutoCloseable {
    /** The longest wait for its thread, and for its producer, when ending. */
    static final Duration CLOSING = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(RuntimeSender.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration COMMIT = Duration.ofSeconds(1);
    private static final Duration AFTER_FAULT = Duration.ofSeconds(2);

    private final GatewayConfig config;
    private final InstantSource clock;
    private final Claims claims = new Claims();
    private final Endpoints endpoints;
    /** What was polled and found no room with its runtime. Nothing is polled until it has. */
    private final Queue<Endpoint.Job> waiting = new ArrayDeque<>();

    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "runtimes");
    private long committedAtNanos;

    private RuntimeSender(GatewayConfig config, InstantSource clock, MeterRegistry registry) {
        this.config = config;
        this.clock = clock;
        this.endpoints = Endpoints.open(config, claims, clock, registry);
    }

    /**
     * The sender for a configuration, not started; empty when it names no runtime.
     *
     * @throws ConfigurationException when a runtime cannot be asked as configured
     */
    public static Optional<RuntimeSender> of(GatewayConfig config, InstantSource clock, MeterRegistry registry) {
        return config.runtimes().all().isEmpty()
                ? Optional.empty()
                : Optional.of(new RuntimeSender(config, clock, registry));
    }

    /** Starts asking. Must not be called twice. */
    public void start() {
        endpoints.start();
        thread.setDaemon(true);
        thread.start();
    }

    /** Ends in order, within about ten seconds. What was not answered is asked again by whoever comes next. */
    @Override
    public void close() {
        closing.countDown();
        endpoints.close();
        try {
            thread.join(CLOSING);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (closing.getCount() > 0) {
            try (KafkaConsumer<byte[], byte[]> consumer =
                    new KafkaConsumer<>(properties(config), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
                consumer.subscribe(List.of(config.topics().topics().outcomes()), new Assignment(consumer));
                follow(consumer);
            } catch (RuntimeException e) {
                // Whatever it is: nothing else begins anew what this thread alone does.
                LOG.error("Runtimes cannot be asked at present, beginning anew in {}", AFTER_FAULT, e);
                rest();
            } finally {
                claims.lose(claims.partitions());
                waiting.clear();
            }
        }
    }

    private void rest() {
        try {
            closing.await(AFTER_FAULT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closing.countDown();
        }
    }

    private void follow(KafkaConsumer<byte[], byte[]> consumer) {
        while (closing.getCount() > 0) {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            records.forEach(this::take);
            claims.read(records.nextOffsets());
            waiting.removeIf(endpoints::offer);
            if (waiting.isEmpty()) {
                consumer.resume(consumer.paused());
            } else {
                consumer.pause(consumer.assignment());
            }
            if (System.nanoTime() - committedAtNanos > COMMIT.toNanos()) {
                commit(consumer);
            }
        }
        commit(consumer);
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        try {
            RuntimeRequest.of(record.value())
                    .ifPresent(request -> waiting.add(new Endpoint.Job(request, claims.take(record))));
        } catch (InvalidRecordException e) {
            LOG.warn(
                    "A containment record cannot be read. partition={} offset={}",
                    record.partition(),
                    record.offset(),
                    e);
        }
    }

    private void commit(KafkaConsumer<byte[], byte[]> consumer) {
        committedAtNanos = System.nanoTime();
        Map<TopicPartition, OffsetAndMetadata> offsets = claims.committable();
        if (offsets.isEmpty()) {
            return;
        }
        try {
            consumer.commitSync(offsets, CLOSING);
            claims.committed(offsets);
        } catch (RetriableException e) {
            LOG.warn("Offsets are not committed yet, trying again", e);
        }
    }

    /** Partitions that come and go. */
    private final class Assignment implements ConsumerRebalanceListener {
        private final KafkaConsumer<byte[], byte[]> consumer;

        private Assignment(KafkaConsumer<byte[], byte[]> consumer) {
            this.consumer = consumer;
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            claims.own(partitions, clock.millis());
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            commit(consumer);
            onPartitionsLost(partitions);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            claims.lose(partitions);
            waiting.removeIf(job -> !claims.isCurrent(job.claim()));
        }
    }

    private static Properties properties(GatewayConfig config) {
        Properties properties = new Properties();
        properties.putAll(config.cluster().client());
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, config.cluster().bootstrapServers());
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, group(config));
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        // Before the first start nothing was to be asked, so all there is was written for this group.
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 200);
        properties.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 10_000);
        properties.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 2_500);
        return properties;
    }

    /** The consumer group: one for all gateways of an application. */
    static String group(GatewayConfig config) {
        return config.stream().applicationId() + "-runtimes";
    }
}
