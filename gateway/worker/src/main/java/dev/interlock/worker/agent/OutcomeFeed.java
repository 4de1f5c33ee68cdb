package dev.interlock.worker.agent;

import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.worker.Connection;
import dev.interlock.worker.TopicLookup;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that reads committed outcomes from the moment it was opened and hands them to those who wait. */
final class OutcomeFeed implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OutcomeFeed.class);
    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);
    private static final Duration POLL = Duration.ofMillis(500);

    private final RecordCodec<Outcome> codec = RecordCodec.of(Outcome.class);
    private final Waits waits;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Thread thread;
    private volatile boolean closing;

    private OutcomeFeed(Waits waits, KafkaConsumer<byte[], byte[]> consumer) {
        this.waits = waits;
        this.consumer = consumer;
        this.thread = Thread.ofPlatform().daemon().name("interlock-outcomes").unstarted(this::read);
    }

    /** Opens it and returns when its position is fixed: what is published after that is not missed. */
    static OutcomeFeed open(Connection connection, Waits waits) {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(connection.consumerConfig(Map.of()));
        try {
            goToEnd(consumer, connection.topics().outcomes());
        } catch (RuntimeException e) {
            consumer.close(CloseOptions.timeout(CLOSE_LIMIT));
            throw e;
        }
        OutcomeFeed feed = new OutcomeFeed(waits, consumer);
        feed.thread.start();
        return feed;
    }

    private static void goToEnd(KafkaConsumer<byte[], byte[]> consumer, String topic) {
        List<TopicPartition> partitions = TopicLookup.partitions(consumer, topic);
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        partitions.forEach(partition -> consumer.position(partition, START_LIMIT));
    }

    private void read() {
        try (consumer) {
            while (!closing) {
                consumer.poll(POLL).forEach(this::take);
            }
        } catch (WakeupException e) {
            // The only one who wakes it is close.
        } catch (RuntimeException e) {
            LOG.error("Outcomes cannot be read any more", e);
            waits.fail(new NoAnswerException("Outcomes cannot be read any more", e));
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        try {
            waits.arrived(codec.decode(record.value()).record());
        } catch (InvalidRecordException e) {
            LOG.error(
                    "Outcome at {}-{} offset {} cannot be read: {}",
                    record.topic(),
                    record.partition(),
                    record.offset(),
                    e.getMessage());
        }
    }

    /** Stops reading; whoever still waits is told so. */
    @Override
    public void close() {
        closing = true;
        consumer.wakeup();
        try {
            if (!thread.join(CLOSE_LIMIT)) {
                LOG.warn("Reading of outcomes did not end within {} ms", CLOSE_LIMIT.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        waits.fail(new NoAnswerException("The agent client was closed"));
    }
}
