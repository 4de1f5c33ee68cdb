package dev.interlock.server.stream;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.StopScope;
import dev.interlock.server.wire.Command;
import dev.interlock.server.wire.StopFlag;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;

/** The stops this task knows of. */
final class StopFlags {
    /** Scopes that reach more than one run or chain. */
    private static final byte SHARED = 0;

    /** Scopes of which there is no end. */
    private static final byte OF_ONE = 1;

    /** Lifted flags, kept for their version and apart from what is looked up for each input. */
    private static final byte LIFTED = 3;

    private final KeyValueStore<Bytes, byte[]> store;

    StopFlags(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
    }

    /** The stops in force that may bear on a decision, in an order that depends on nothing else. */
    List<Stop> inForce(Concern concern) {
        Stream<Stop> scopes = Stream.of(
                        Stream.of(scope(StopScope.RUN, concern.runId())),
                        concern.chain().stream().map(root -> scope(StopScope.CHAIN, root)),
                        Stream.of(scope(StopScope.ALL, "")),
                        concern.tools().stream().map(tool -> scope(StopScope.TOOL, tool)),
                        concern.agents().stream().map(agent -> scope(StopScope.AGENT, agent)),
                        Stream.of(scope(StopScope.MODEL, "")))
                .flatMap(each -> each);
        return scopes.map(StopFlags::key)
                .map(store::get)
                .filter(Objects::nonNull)
                .map(flag -> StopFlag.read(flag).stop())
                .toList();
    }

    private static Stop scope(StopScope scope, String id) {
        return new Stop(scope, id, "");
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
