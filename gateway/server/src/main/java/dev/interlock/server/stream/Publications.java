package dev.interlock.server.stream;

import dev.interlock.server.wire.Publication;
import dev.interlock.server.wire.Publishing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** What was published, as this task has taken it up. */
final class Publications {
    /** The most patterns: each run that begins is compared with all of them. */
    static final int MOST = 256;

    private static final byte TAG = 7;
    /** No pattern is empty. */
    private static final String OTHERS = "";

    private final KeyValueStore<Bytes, byte[]> store;
    /** Looked at for each run that begins, and therefore not read anew each time; empty until it is needed. */
    private Optional<List<Publication>> known = Optional.empty();

    /** Publications kept in the store of what belongs to a task. */
    Publications(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
    }

    /** The publication that names an agent most closely; empty when none does. */
    Optional<Publication> naming(String agentId) {
        return Publication.closest(known(), agentId);
    }

    /** The publication for all that nothing else names. */
    Optional<Publication> forOthers() {
        return known().stream()
                .filter(publication -> publication.agents().isEmpty())
                .findFirst();
    }

    /** Whether a policy is in force for anybody. */
    boolean names(String policyHash) {
        return known().stream().anyMatch(publication -> publication.policyHash().equals(policyHash));
    }

    /** What is kept about the agents a publication is for; empty when nothing is. */
    Optional<Publishing> before(Publication publication) {
        return Optional.ofNullable(store.get(key(publication))).map(Publishing::read);
    }

    /** Whether another pattern would be one too many. */
    boolean full() {
        return known().size() >= MOST;
    }

    void put(Publishing publishing) {
        store.put(key(publishing.inForce()), publishing.bytes());
        known = Optional.empty();
    }

    private List<Publication> known() {
        if (known.isEmpty()) {
            List<Publication> found = new ArrayList<>();
            try (KeyValueIterator<Bytes, byte[]> all = store.prefixScan(
                    Bytes.wrap(new byte[] {TAG}), Serdes.Bytes().serializer())) {
                all.forEachRemaining(
                        entry -> found.add(Publishing.read(entry.value).inForce()));
            }
            found.sort(Comparator.comparing(publication -> publication.agents().orElse(OTHERS)));
            known = Optional.of(List.copyOf(found));
        }
        return known.get();
    }

    private static Bytes key(Publication publication) {
        return OwnedKey.of(TAG, publication.agents().orElse(OTHERS), "");
    }
}
