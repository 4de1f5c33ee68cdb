package dev.interlock.audit.witness;

import dev.interlock.audit.source.Slice;
import dev.interlock.schemas.Position;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How much of the topics is there: retention deletes their beginnings at different times, and a gateway that runs has more
 * to say than was read. What cannot be judged for that is no violation. Several threads may add to it.
 */
final class Extent {
    /** How much earlier than the last record that was read a transaction may have begun that had not ended then. */
    private static final long SLACK_MS = 10_000;

    private final Map<String, Slice> slices = new HashMap<>();
    private final Map<String, Long> firstMs = new ConcurrentHashMap<>();
    private final Map<String, Long> lastMs = new ConcurrentHashMap<>();
    private final boolean atRest;

    /**
     * The extent of some partitions.
     *
     * @param atRest whether the gateway had decided everything, and nothing was written any more
     */
    Extent(List<Slice> all, boolean atRest) {
        all.forEach(slice -> slices.put(slice.toString(), slice));
        this.atRest = atRest;
    }

    /** All there ever was. */
    static Extent everything() {
        return new Extent(List.of(), true);
    }

    /** A record was read. */
    void add(Position at, long timestampMs) {
        String partition = partition(at);
        firstMs.merge(partition, timestampMs, Math::min);
        lastMs.merge(partition, timestampMs, Math::max);
    }

    /** Whether the gateway had decided everything. */
    boolean isAtRest() {
        return atRest;
    }

    /** Whether a place is one that nothing was read from: it was deleted, or written later. */
    boolean isOutside(Position at) {
        Slice slice = slices.get(partition(at));
        return slice != null && (at.offset() < slice.beginning() || !atRest && at.offset() >= slice.end());
    }

    /** Whether the beginning of a partition was deleted. */
    boolean isCut(Position at) {
        Slice slice = slices.get(partition(at));
        return slice != null && slice.beginning() > 0;
    }

    /** The time before which something may be gone that was written once; 0 where nothing is. */
    long horizonMs(String ledger) {
        long horizon = 0;
        for (Slice slice : slices.values()) {
            if (slice.beginning() > 0 && !slice.topic().equals(ledger)) {
                horizon = Math.max(horizon, firstMs.getOrDefault(slice.toString(), Long.MAX_VALUE));
            }
        }
        return horizon;
    }

    /** The time from which something may be missing that was written later; far away where the gateway was at rest. */
    long presentMs() {
        return atRest
                ? Long.MAX_VALUE
                : lastMs.values().stream().mapToLong(Long::longValue).max().orElse(0) - SLACK_MS;
    }

    private static String partition(Position at) {
        return at.topic() + "-" + at.partition();
    }
}
