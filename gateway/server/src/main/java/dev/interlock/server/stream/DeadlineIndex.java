package dev.interlock.server.stream;

import dev.interlock.schemas.Due;
import dev.interlock.server.wire.Armed;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What is waited for, by owner and in the order of time. An armed time stands under its owner until it is disarmed or
 * its due record came back; under its time only until that record was sent, so that it is sent once.
 */
final class DeadlineIndex {
    private static final byte BY_TIME = 0;
    private static final byte BY_OWNER = 1;

    private final KeyValueStore<Bytes, byte[]> store;

    DeadlineIndex(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
    }

    void arm(Armed armed) {
        disarm(armed.owner(), armed.name());
        store.put(ownerKey(armed.owner(), armed.name()), armed.bytes());
        store.put(timeKey(armed), armed.bytes());
    }

    void disarm(String owner, String name) {
        byte[] armed = store.delete(ownerKey(owner, name));
        if (armed != null) {
            store.delete(timeKey(Armed.read(armed)));
        }
    }

    void forget(String owner) {
        for (Armed armed : scan(Bytes.wrap(ownerPrefix(owner)))) {
            disarm(owner, armed.name());
        }
    }

    /** Takes up to {@code most} times that have come, the earliest first. Each is returned once. */
    List<Armed> come(long nowMs, int most) {
        List<Armed> come = new ArrayList<>();
        Bytes end = Bytes.wrap(
                ByteBuffer.allocate(9).put(BY_TIME).putLong(nowMs + 1).array());
        try (KeyValueIterator<Bytes, byte[]> times = store.range(Bytes.wrap(new byte[] {BY_TIME}), end)) {
            while (times.hasNext() && come.size() < most) {
                come.add(Armed.read(times.next().value));
            }
        }
        come.forEach(armed -> store.delete(timeKey(armed)));
        return come;
    }

    /**
     * Ends the wait a due record is about. One that comes before its time, by a clock ahead of this one, is sent again
     * when this clock has reached it.
     *
     * @return empty when the time was moved or disarmed since, or has not come
     */
    Optional<Armed> reached(String owner, Due due, long nowMs) {
        byte[] bytes = store.get(ownerKey(owner, Armed.name(due)));
        Optional<Armed> armed = Optional.ofNullable(bytes)
                .map(Armed::read)
                .filter(found -> found.due().equals(due));
        armed.ifPresent(found -> disarm(owner, found.name()));
        armed.filter(found -> due.dueAtMs() > nowMs).ifPresent(this::arm);
        return armed.filter(found -> due.dueAtMs() <= nowMs);
    }

    private List<Armed> scan(Bytes prefix) {
        List<Armed> found = new ArrayList<>();
        try (KeyValueIterator<Bytes, byte[]> entries =
                store.prefixScan(prefix, Serdes.Bytes().serializer())) {
            while (entries.hasNext()) {
                KeyValue<Bytes, byte[]> entry = entries.next();
                found.add(Armed.read(entry.value));
            }
        }
        return found;
    }

    private static Bytes timeKey(Armed armed) {
        byte[] owner = ownerKey(armed.owner(), armed.name()).get();
        return Bytes.wrap(ByteBuffer.allocate(9 + owner.length)
                .put(BY_TIME)
                .putLong(armed.due().dueAtMs())
                .put(owner)
                .array());
    }

    private static Bytes ownerKey(String owner, String name) {
        return Bytes.wrap(OwnedKey.bytes(BY_OWNER, owner, name));
    }

    private static byte[] ownerPrefix(String owner) {
        return OwnedKey.bytes(BY_OWNER, owner, "");
    }
}
