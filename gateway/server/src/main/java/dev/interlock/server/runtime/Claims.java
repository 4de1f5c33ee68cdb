package dev.interlock.server.runtime;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Which requests this process has taken over and not carried out. An offset is committed when nothing before it is open,
 * so that whoever takes the partition over later asks again. Used by several threads.
 */
final class Claims {
    private final Map<TopicPartition, Ownership> owned = new HashMap<>();

    /**
     * A request taken over.
     *
     * @param ownership of its partition, at the time
     * @param offset of its record
     * @param takenAtMs when its record was written, or its partition was taken over, whichever was later
     */
    record Claim(Ownership ownership, long offset, long takenAtMs) {}

    /** A partition for as long as this process has it. */
    static final class Ownership {
        private final long sinceMs;
        private final TreeSet<Long> open = new TreeSet<>();
        private OffsetAndMetadata next;
        private OffsetAndMetadata committed;
        private boolean ended;

        private Ownership(long sinceMs) {
            this.sinceMs = sinceMs;
        }
    }

    synchronized void own(Collection<TopicPartition> partitions, long nowMs) {
        partitions.forEach(partition -> owned.put(partition, new Ownership(nowMs)));
    }

    synchronized void lose(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            Ownership lost = owned.remove(partition);
            if (lost != null) {
                lost.ended = true;
            }
        }
    }

    /** Takes a request over. */
    synchronized Claim take(ConsumerRecord<byte[], byte[]> record) {
        Ownership ownership = owned.get(new TopicPartition(record.topic(), record.partition()));
        ownership.open.add(record.offset());
        return new Claim(ownership, record.offset(), Math.max(record.timestamp(), ownership.sinceMs));
    }

    /** All up to these offsets was looked at. */
    synchronized void read(Map<TopicPartition, OffsetAndMetadata> next) {
        next.forEach((partition, offset) -> {
            Ownership ownership = owned.get(partition);
            if (ownership != null) {
                ownership.next = offset;
            }
        });
    }

    /** Whether a request is still this process's to carry out. */
    synchronized boolean isCurrent(Claim claim) {
        return !claim.ownership().ended;
    }

    /** It was carried out, or need not be. */
    synchronized void done(Claim claim) {
        claim.ownership().open.remove(claim.offset());
    }

    /** What to commit: new offsets before which nothing is open. */
    synchronized Map<TopicPartition, OffsetAndMetadata> committable() {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        owned.forEach((partition, ownership) -> {
            OffsetAndMetadata offset =
                    ownership.open.isEmpty() ? ownership.next : new OffsetAndMetadata(ownership.open.first());
            if (offset != null && !offset.equals(ownership.committed)) {
                offsets.put(partition, offset);
            }
        });
        return offsets;
    }

    /** These were committed. */
    synchronized void committed(Map<TopicPartition, OffsetAndMetadata> offsets) {
        offsets.forEach((partition, offset) -> {
            Ownership ownership = owned.get(partition);
            if (ownership != null) {
                ownership.committed = offset;
            }
        });
    }

    synchronized List<TopicPartition> partitions() {
        return new ArrayList<>(owned.keySet());
    }
}
