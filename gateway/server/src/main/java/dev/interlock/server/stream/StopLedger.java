package dev.interlock.server.stream;

import dev.interlock.core.fact.Stop;
import dev.interlock.server.meter.StopCensus;
import dev.interlock.server.wire.StopName;
import dev.interlock.server.wire.StopProgress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * How far this task has carried each stop, and what it has handled of a stop out of turn: what the sweep of that stop
 * must not handle again.
 */
final class StopLedger {
    private static final byte PROGRESS = 2;
    private static final byte HANDLED = 4;
    private static final byte REMEMBERED = 5;

    private final KeyValueStore<Bytes, byte[]> store;
    private final StopCensus census;
    /** Looked at for each input, and therefore not read anew each time; empty until it is needed. */
    private Optional<Map<String, StopProgress>> known = Optional.empty();

    StopLedger(KeyValueStore<Bytes, byte[]> store, StopCensus census) {
        this.store = store;
        this.census = census;
    }

    Optional<StopProgress> find(String name) {
        return Optional.ofNullable(store.get(progressKey(name))).map(StopProgress::read);
    }

    /** What is known of a stop, if only that it was heard of. */
    StopProgress of(Stop stop) {
        return find(StopName.of(stop)).orElseGet(() -> StopProgress.heardOf(stop));
    }

    void put(StopProgress progress) {
        store.put(progressKey(progress.name()), progress.bytes());
        known().put(progress.name(), progress);
        tell(progress);
    }

    void end(StopProgress progress) {
        store.delete(progressKey(progress.name()));
        known().remove(progress.name());
        census.put(progress.name(), false);
    }

    /** The stops in effect here whose sweep has not come to a key yet. */
    List<StopProgress> stillToCome(String key) {
        Bytes place = Stores.key(key);
        return known().values().stream()
                .filter(progress -> progress.entered() && !progress.swept())
                .filter(progress -> place.compareTo(Stores.key(progress.cursor())) > 0)
                .toList();
    }

    /** The stop that the next step is taken for: what is to be carried on goes before what is to be tidied. */
    Optional<StopProgress> next() {
        return known().values().stream().filter(StopProgress::goesOn).min(Comparator.comparing(StopProgress::counted));
    }

    boolean isHandled(StopProgress progress, String key) {
        return store.get(handledKey(progress, key)) != null;
    }

    void handle(StopProgress progress, String key) {
        store.put(handledKey(progress, key), new byte[0]);
    }

    /** Forgets up to {@code most} of what was handled; returns how many. */
    int forgetHandled(StopProgress progress, int most) {
        return take(handledKey(progress, ""), most).size();
    }

    /** Remembers something to be handled once the stop takes effect here. */
    void remember(StopProgress progress, String key) {
        store.put(OwnedKey.of(REMEMBERED, progress.name(), key), new byte[0]);
    }

    /** Takes up to {@code most} of what was remembered. */
    List<String> takeRemembered(StopProgress progress, int most) {
        Bytes prefix = OwnedKey.of(REMEMBERED, progress.name(), "");
        return take(prefix, most).stream()
                .map(key -> Arrays.copyOfRange(key.get(), prefix.get().length, key.get().length))
                .map(id -> new String(id, StandardCharsets.UTF_8))
                .toList();
    }

    private List<Bytes> take(Bytes prefix, int most) {
        List<Bytes> keys = new ArrayList<>();
        try (KeyValueIterator<Bytes, byte[]> found =
                store.prefixScan(prefix, Serdes.Bytes().serializer())) {
            while (found.hasNext() && keys.size() < most) {
                keys.add(found.next().key);
            }
        }
        keys.forEach(store::delete);
        return keys;
    }

    private Map<String, StopProgress> known() {
        if (known.isEmpty()) {
            Map<String, StopProgress> found = new TreeMap<>();
            try (KeyValueIterator<Bytes, byte[]> all = store.prefixScan(
                    Bytes.wrap(new byte[] {PROGRESS}), Serdes.Bytes().serializer())) {
                all.forEachRemaining(entry -> add(found, StopProgress.read(entry.value)));
            }
            known = Optional.of(found);
        }
        return known.get();
    }

    private void add(Map<String, StopProgress> found, StopProgress progress) {
        found.put(progress.name(), progress);
        tell(progress);
    }

    private void tell(StopProgress progress) {
        census.put(progress.name(), progress.entered() && !progress.counted());
    }

    private static Bytes progressKey(String name) {
        return OwnedKey.of(PROGRESS, name, "");
    }

    private static Bytes handledKey(StopProgress progress, String key) {
        return OwnedKey.of(HANDLED, progress.name(), key);
    }
}
