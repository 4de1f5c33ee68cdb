package dev.interlock.operator;

import dev.interlock.worker.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;

/** A thread that reads topics from the moment it was opened, and can tell when it has read all there is. */
public final class Watch implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final Duration CATCH_UP_LIMIT = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(50);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Consumer<ConsumerRecord<byte[], byte[]>> reader;
    private final List<TopicPartition> partitions;
    private final ConcurrentLinkedQueue<CompletableFuture<Void>> asked = new ConcurrentLinkedQueue<>();
    private final List<Goal> goals = new ArrayList<>();
    private final Thread thread;
    private volatile RuntimeException failure;

    /** Somebody waits until everything up to these offsets has been read. */
    private record Goal(Map<TopicPartition, Long> offsets, CompletableFuture<Void> reached) {}

    private Watch(
            KafkaConsumer<byte[], byte[]> consumer,
            List<String> topics,
            Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        this.consumer = consumer;
        this.reader = reader;
        this.partitions = topics.stream().flatMap(this::partitionsOf).toList();
        this.thread = Thread.ofPlatform().daemon().name("topic-watch").unstarted(this::work);
    }

    /** Opens it; every committed record written from now on is handed to the reader, on one thread. */
    public static Watch open(
            Connection connection, List<String> topics, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(connection.consumerConfig(Map.of()));
        Watch watch = new Watch(consumer, topics, reader);
        consumer.assign(watch.partitions);
        consumer.seekToEnd(watch.partitions);
        watch.partitions.forEach(partition -> consumer.position(partition, START_LIMIT));
        watch.thread.start();
        return watch;
    }

    /** How many partitions a topic has. */
    public int partitions(String topic) {
        return (int) partitions.stream().filter(p -> p.topic().equals(topic)).count();
    }

    /** Waits until everything that was committed before this call has been read. */
    public void catchUp() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        asked.add(done);
        if (failure != null) {
            done.completeExceptionally(failure);
        }
        done.orTimeout(CATCH_UP_LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        consumer.wakeup();
    }

    private Stream<TopicPartition> partitionsOf(String topic) {
        return consumer.partitionsFor(topic, START_LIMIT).stream()
                .map(info -> new TopicPartition(topic, info.partition()));
    }

    private void work() {
        try (consumer) {
            while (true) {
                setGoals();
                consumer.poll(POLL).forEach(reader);
                goals.removeIf(this::isReached);
            }
        } catch (WakeupException e) {
            fail(new IllegalStateException("the watch was closed", e));
        } catch (RuntimeException e) {
            fail(e);
        }
    }

    private void setGoals() {
        for (CompletableFuture<Void> next = asked.poll(); next != null; next = asked.poll()) {
            goals.add(new Goal(consumer.endOffsets(partitions), next));
        }
    }

    /** Whoever waits now or later is told. */
    private void fail(RuntimeException cause) {
        failure = cause;
        goals.forEach(goal -> goal.reached().completeExceptionally(cause));
        asked.forEach(done -> done.completeExceptionally(cause));
    }

    private boolean isReached(Goal goal) {
        boolean reached = goal.offsets().entrySet().stream()
                .allMatch(entry -> consumer.position(entry.getKey()) >= entry.getValue());
        return reached && goal.reached().complete(null);
    }
}
