package dev.interlock.server.stream;

import dev.interlock.schemas.Keys;
import dev.interlock.server.wire.ChainPosition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The journal chain of a task itself: multicast commands, and inputs that leave no run or operation behind, which
 * therefore have no state to keep a position with.
 */
final class PartChain {
    private static final Bytes KEY = OwnedKey.of((byte) 3, "chain", "");

    private final KeyValueStore<Bytes, byte[]> store;
    private final String name;

    /** The chain of the stage's task for a partition, kept in the store of what belongs to the task. */
    PartChain(KeyValueStore<Bytes, byte[]> store, String stage, int partition) {
        this.store = store;
        this.name = Keys.partitionChain(stage, partition);
    }

    String name() {
        return name;
    }

    ChainPosition position() {
        return ChainPosition.read(store.get(KEY));
    }

    void put(ChainPosition position) {
        store.put(KEY, position.bytes());
    }
}
