package dev.interlock.operator;

import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Symbols;
import dev.interlock.schemas.Topics;
import dev.interlock.worker.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Looks out for the markers that a stop, or the lifting of one, leaves in each dispatch partition where it takes effect. */
final class Markers implements AutoCloseable {
    private final RecordCodec<Dispatch> dispatches = RecordCodec.of(Dispatch.class);
    private final Map<String, Set<TopicPartition>> seen = new ConcurrentHashMap<>();
    private final Topics topics;
    private final Watch watch;

    private Markers(Connection connection) {
        this.topics = connection.topics();
        this.watch = Watch.open(connection, List.of(topics.dispatches(), topics.operationDispatches()), this::see);
    }

    static Markers open(Connection connection) {
        return new Markers(connection);
    }

    /** How many partitions hold dispatches of reads and model calls. */
    int runPartitions() {
        return watch.partitions(topics.dispatches());
    }

    void lookOutFor(String controlId) {
        seen.put(controlId, ConcurrentHashMap.newKeySet());
    }

    /**
     * Waits until a command has left its marker in enough partitions of both dispatch topics, then forgets it.
     *
     * @param runPartitions how many partitions of reads and model calls it concerns; of writes it concerns all
     * @return whether it has within the limit
     */
    boolean await(String controlId, int runPartitions, Duration limit) {
        int operationPartitions = watch.partitions(topics.operationDispatches());
        boolean all = Waiting.until(
                () -> count(controlId, topics.dispatches()) >= runPartitions
                        && count(controlId, topics.operationDispatches()) == operationPartitions,
                limit);
        seen.remove(controlId);
        return all;
    }

    @Override
    public void close() {
        watch.close();
    }

    private long count(String controlId, String topic) {
        return seen.get(controlId).stream()
                .filter(partition -> partition.topic().equals(topic))
                .count();
    }

    private void see(ConsumerRecord<byte[], byte[]> record) {
        Dispatch dispatch = dispatches.decode(record.value()).record();
        if (Symbols.DispatchType.MARKER.equals(dispatch.type())) {
            seen.computeIfPresent(dispatch.stop().controlId(), (id, partitions) -> {
                partitions.add(new TopicPartition(record.topic(), record.partition()));
                return partitions;
            });
        }
    }
}
