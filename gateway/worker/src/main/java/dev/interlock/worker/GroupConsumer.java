package dev.interlock.worker;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The worker's membership in its group: it keeps the assignment true, and commits so that no doubt outlives it. */
final class GroupConsumer implements ConsumerRebalanceListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GroupConsumer.class);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

    private final Consumer<byte[], byte[]> consumer;
    private final List<String> topics;
    private final Assignment assignment;
    private final TimeSource time;
    private final Duration commitLimit;
    private boolean member;

    GroupConsumer(
            Consumer<byte[], byte[]> consumer,
            List<String> topics,
            Assignment assignment,
            TimeSource time,
            Duration commitLimit) {
        this.consumer = consumer;
        this.topics = List.copyOf(topics);
        this.assignment = assignment;
        this.time = time;
        this.commitLimit = commitLimit;
    }

    /**
     * Joins the group if need be, and polls.
     *
     * @param hold whether to leave the records where they are and only stay a member
     */
    ConsumerRecords<byte[], byte[]> poll(Duration limit, boolean hold) {
        join();
        if (hold) {
            consumer.pause(consumer.assignment());
        } else {
            consumer.resume(consumer.paused());
        }
        TimeSource.Stopwatch before = time.start();
        ConsumerRecords<byte[], byte[]> records = consumer.poll(limit);
        consumer.assignment().stream()
                .filter(id -> !consumer.paused().contains(id))
                .forEach(id -> assignment.find(id).ifPresent(partition -> partition.read(before)));
        return records;
    }

    /**
     * Commits what the assignment says is done. If that fails the assignment has ended: what was polled is dropped, and
     * polled again by whoever the group gives it to.
     *
     * @return whether it is certain that this worker's commit stands
     */
    boolean commit() {
        Map<TopicPartition, Long> offsets = assignment.toCommit();
        if (offsets.isEmpty()) {
            return true;
        }
        try {
            consumer.commitSync(metadata(offsets), commitLimit);
            assignment.committed(offsets);
            return true;
        } catch (CommitFailedException | RebalanceInProgressException e) {
            LOG.warn("Commit refused, the group is being assigned anew: {}", e.getMessage());
            assignment.endAll();
            consumer.enforceRebalance("commit refused");
        } catch (KafkaException e) {
            // It may still reach the broker, after a later one, and turn the offset back to what was executed since.
            // Leaving makes that impossible: the broker refuses commits of a member that has left.
            LOG.warn("Commit in doubt, leaving the group to join it anew", e);
            leave();
        }
        return false;
    }

    /** Leaves the group at once; the next poll joins it again. */
    void leave() {
        if (member) {
            member = false;
            consumer.unsubscribe();
            assignment.endAll();
        }
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
        assignment.begin(assigned);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
        assignment.end(revoked);
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(CLOSE_LIMIT));
    }

    private void join() {
        if (!member) {
            consumer.subscribe(topics, this);
            member = true;
        }
    }

    private static Map<TopicPartition, OffsetAndMetadata> metadata(Map<TopicPartition, Long> offsets) {
        Map<TopicPartition, OffsetAndMetadata> metadata = new HashMap<>();
        offsets.forEach((id, offset) -> metadata.put(id, new OffsetAndMetadata(offset)));
        return metadata;
    }
}
