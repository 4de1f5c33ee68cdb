package dev.interlock.worker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;

/**
 * The partitions assigned to this worker now, and in them the dispatches that were polled but not committed. For the
 * loop's thread alone.
 */
final class Assignment {
    private final Map<TopicPartition, OwnedPartition> partitions = new LinkedHashMap<>();
    private final Predicate<String> carriesWrites;
    private final TimeSource time;
    private final Tally tally;

    /** An empty one; {@code carriesWrites} says of a topic whether its dispatches are writes. */
    Assignment(Predicate<String> carriesWrites, TimeSource time, Tally tally) {
        this.carriesWrites = carriesWrites;
        this.time = time;
        this.tally = tally;
    }

    void begin(Collection<TopicPartition> assigned) {
        assigned.forEach(
                id -> partitions.put(id, new OwnedPartition(id, carriesWrites.test(id.topic()), time.start())));
    }

    /** Drops what was polled from these partitions, unanswered: whoever owns them next polls it again. */
    void end(Collection<TopicPartition> ended) {
        for (TopicPartition id : ended) {
            Optional.ofNullable(partitions.remove(id)).ifPresent(partition -> {
                tally.dropped(partition.queue().size());
                partition.end();
            });
        }
    }

    void endAll() {
        end(List.copyOf(partitions.keySet()));
    }

    Optional<OwnedPartition> find(TopicPartition id) {
        return Optional.ofNullable(partitions.get(id));
    }

    int queued() {
        return partitions.values().stream()
                .mapToInt(partition -> partition.queue().size())
                .sum();
    }

    void forEachQueued(Consumer<Delivery> action) {
        partitions.values().forEach(partition -> partition.queue().forEach(action));
    }

    /**
     * Takes what can be started: from each partition in its order, in turns, until the slots are used up. What the fence
     * refuses needs no slot.
     */
    List<Delivery> take(int slots, Fence fence) {
        List<Delivery> taken = new ArrayList<>();
        int left = slots;
        for (boolean more = true; more; ) {
            more = false;
            for (OwnedPartition partition : inTurns()) {
                Delivery head = partition.queue().peekFirst();
                boolean refused = head != null && fence.check(head).isPresent();
                if (head != null && (refused || left > 0)) {
                    taken.add(partition.queue().removeFirst());
                    left -= refused ? 0 : 1;
                    more = true;
                }
            }
        }
        return taken;
    }

    /** The offsets to commit, those of {@link #take} included. */
    Map<TopicPartition, Long> toCommit() {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        partitions.forEach((id, partition) -> partition.toCommit().ifPresent(offset -> offsets.put(id, offset)));
        return offsets;
    }

    void committed(Map<TopicPartition, Long> offsets) {
        offsets.forEach((id, offset) -> find(id).ifPresent(partition -> partition.committed(offset)));
    }

    /** The one whose head was polled first comes first, so that none waits for ever behind a busy one. */
    private List<OwnedPartition> inTurns() {
        return partitions.values().stream()
                .filter(partition -> !partition.queue().isEmpty())
                .sorted(Comparator.comparingLong(
                        partition -> partition.queue().getFirst().polledAtMs()))
                .toList();
    }
}
