package dev.interlock.server.stream;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;

/** How stores are built, and their plain keys. */
final class Stores {
    private final Map<String, String> changelog;

    /** Stores whose changelog topics have this configuration. */
    Stores(Map<String, String> changelog) {
        this.changelog = Map.copyOf(changelog);
    }

    /** On disk, so that the process keeps its id over a restart; not cached, so that a write is a write. */
    StoreBuilder<KeyValueStore<Bytes, byte[]>> builder(String name) {
        return logged(name).withCachingDisabled();
    }

    /** The same for a store in which only the last of many writes counts: it is written once for each transaction. */
    StoreBuilder<KeyValueStore<Bytes, byte[]>> writtenAtCommit(String name) {
        return logged(name).withCachingEnabled();
    }

    private StoreBuilder<KeyValueStore<Bytes, byte[]>> logged(String name) {
        return org.apache.kafka.streams.state.Stores.keyValueStoreBuilder(
                        org.apache.kafka.streams.state.Stores.persistentKeyValueStore(name),
                        Serdes.Bytes(),
                        Serdes.ByteArray())
                .withLoggingEnabled(changelog);
    }

    static Bytes key(String id) {
        return Bytes.wrap(id.getBytes(StandardCharsets.UTF_8));
    }

    static String text(Bytes key) {
        return new String(key.get(), StandardCharsets.UTF_8);
    }

    /** The first key that can stand behind this one. */
    static Bytes behind(String key) {
        return key(key.isEmpty() ? key : key + '\0');
    }
}
