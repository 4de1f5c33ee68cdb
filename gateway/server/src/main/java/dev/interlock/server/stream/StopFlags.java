package dev.interlock.server.stream;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.StopScope;
import dev.interlock.server.wire.Command;
import dev.interlock.server.wire.StopFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** The stops this task knows of. */
final class StopFlags {
    /** Scopes that reach more than one run or chain: there are few, and all are looked at for each input. */
    private static final byte SHARED = 0;

    /** Scopes that are looked up: of runs and chains there is no end. */
    private static final byte OF_ONE = 1;

    /** Lifted flags, kept for their version and apart from what is looked at for each input. */
    private static final byte LIFTED = 3;

    private final KeyValueStore<Bytes, byte[]> store;

    StopFlags(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
    }

    /** The stops in force that may concern a run of a chain: all but those of other runs and chains. */
    List<Stop> inForce(String runId, Optional<String> chain) {
        List<Stop> stops = new ArrayList<>();
        find(new Stop(StopScope.RUN, runId, "")).filter(StopFlag::inForce).ifPresent(flag -> stops.add(flag.stop()));
        chain.flatMap(root -> find(new Stop(StopScope.CHAIN, root, "")))
                .filter(StopFlag::inForce)
                .ifPresent(flag -> stops.add(flag.stop()));
        try (KeyValueIterator<Bytes, byte[]> shared =
                store.prefixScan(Bytes.wrap(new byte[] {SHARED}), Serdes.Bytes().serializer())) {
            while (shared.hasNext()) {
                stops.add(StopFlag.read(shared.next().value).stop());
            }
        }
        return stops;
    }

    /** Whether a stop's scope is stopped, by this stop or by a later one. */
    boolean isInForce(Stop stop) {
        return find(stop).filter(StopFlag::inForce).isPresent();
    }

    /** Sets or lifts a scope's flag; empty when the command was applied before. */
    Optional<StopFlag> apply(Command.Flag control) {
        Optional<StopFlag> after = StopFlag.after(find(control.stop()), control);
        after.ifPresent(flag -> {
            store.delete(flag.inForce() ? lifted(flag.stop()) : key(flag.stop()));
            store.put(flag.inForce() ? key(flag.stop()) : lifted(flag.stop()), flag.bytes());
        });
        return after;
    }

    void forgetRun(String runId) {
        Stop stop = new Stop(StopScope.RUN, runId, "");
        store.delete(key(stop));
        store.delete(lifted(stop));
    }

    private Optional<StopFlag> find(Stop stop) {
        return Optional.ofNullable(store.get(key(stop)))
                .or(() -> Optional.ofNullable(store.get(lifted(stop))))
                .map(StopFlag::read);
    }

    private static Bytes key(Stop stop) {
        boolean one = stop.scope() == StopScope.RUN || stop.scope() == StopScope.CHAIN;
        return OwnedKey.of(one ? OF_ONE : SHARED, stop.scope().code(), stop.id());
    }

    private static Bytes lifted(Stop stop) {
        return OwnedKey.of(LIFTED, stop.scope().code(), stop.id());
    }
}
