package dev.interlock.server.stream;

import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * How far a task has come with the snapshots of its chains.
 *
 * @param begunAtMs when the round began. Milliseconds since the epoch
 * @param cursor behind which run or operation it goes on
 * @param done whether nothing was behind that
 */
record SnapshotProgress(long begunAtMs, String cursor, boolean done) {
    private static final Bytes KEY = OwnedKey.of((byte) 3, "snapshots", "");
    private static final char MARK = ' ';

    /** The beginning of a round. */
    static SnapshotProgress begin(long nowMs) {
        return new SnapshotProgress(nowMs, "", false);
    }

    /** Behind what a step came by. */
    SnapshotProgress behind(Stretch<?> stretch) {
        return new SnapshotProgress(begunAtMs, stretch.last(), stretch.all());
    }

    static SnapshotProgress read(KeyValueStore<Bytes, byte[]> store, long nowMs) {
        byte[] bytes = store.get(KEY);
        if (bytes == null) {
            return begin(nowMs);
        }
        String[] parts = Stores.text(Bytes.wrap(bytes)).split(String.valueOf(MARK), 3);
        return new SnapshotProgress(Long.parseLong(parts[0]), parts[2], Boolean.parseBoolean(parts[1]));
    }

    void put(KeyValueStore<Bytes, byte[]> store) {
        store.put(
                KEY,
                Stores.key(begunAtMs + String.valueOf(MARK) + done + MARK + cursor)
                        .get());
    }
}
