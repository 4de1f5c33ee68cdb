package dev.interlock.server.stream;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What one step of a sweep comes by: as far as it looks, or until it has found enough. Looking is cheap and writes
 * nothing, so it may look at more than it may find.
 *
 * @param found what it is to handle, in the order of the store
 * @param last the last key it looked at; where it began when there was none
 * @param all whether nothing is behind that
 * @param <T> what the store holds
 */
record Stretch<T>(Map<String, T> found, String last, boolean all) {
    /** How many entries one step looks at. */
    static final int LOOKED = 1_000;
    /** How many of them it handles. */
    static final int FOUND = 10;

    /** Nothing is left to look at behind a key. */
    static <T> Stretch<T> end(String cursor) {
        return new Stretch<>(Map.of(), cursor, true);
    }

    /** The next stretch of a store behind a key; the empty key stands before all. */
    static <T> Stretch<T> behind(
            KeyValueStore<Bytes, byte[]> store,
            String cursor,
            Function<byte[], T> read,
            BiPredicate<String, T> wanted) {
        Map<String, T> found = new LinkedHashMap<>();
        String last = cursor;
        try (KeyValueIterator<Bytes, byte[]> entries = store.range(Stores.behind(cursor), null)) {
            int looked = 0;
            while (entries.hasNext() && looked < LOOKED && found.size() < FOUND) {
                var entry = entries.next();
                T value = read.apply(entry.value);
                last = Stores.text(entry.key);
                if (wanted.test(last, value)) {
                    found.put(last, value);
                }
                looked++;
            }
            return new Stretch<>(found, last, !entries.hasNext());
        }
    }
}
