package dev.interlock.server.stream;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** How many records of changelogs are still to be read before all tasks decide. */
final class Restoring implements StateRestoreListener {
    private final Map<TopicPartition, Long> left = new ConcurrentHashMap<>();

    /** So many. */
    long records() {
        return left.values().stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public void onRestoreStart(TopicPartition partition, String store, long startOffset, long endOffset) {
        left.put(partition, Math.max(0, endOffset - startOffset));
    }

    @Override
    public void onBatchRestored(TopicPartition partition, String store, long batchEndOffset, long restored) {
        left.computeIfPresent(partition, (same, before) -> Math.max(0, before - restored));
    }

    @Override
    public void onRestoreEnd(TopicPartition partition, String store, long totalRestored) {
        left.remove(partition);
    }

    @Override
    public void onRestoreSuspended(TopicPartition partition, String store, long totalRestored) {
        left.remove(partition);
    }
}
