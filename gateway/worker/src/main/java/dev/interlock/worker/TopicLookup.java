package dev.interlock.worker;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/** The question which partitions a topic has. A broker may not know yet of a topic created a moment ago. */
public final class TopicLookup {
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private TopicLookup() {}

    /**
     * The partitions of a topic.
     *
     * @throws IllegalStateException if it is still unknown after 5 seconds
     */
    public static List<TopicPartition> partitions(Consumer<?, ?> consumer, String topic) {
        long started = System.nanoTime();
        while (true) {
            List<PartitionInfo> found = consumer.partitionsFor(topic, ANSWER);
            if (found != null && !found.isEmpty()) {
                return found.stream()
                        .map(info -> new TopicPartition(topic, info.partition()))
                        .toList();
            }
            if (System.nanoTime() - started > LIMIT_NANOS) {
                throw new IllegalStateException("Topic " + topic + " does not exist");
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
