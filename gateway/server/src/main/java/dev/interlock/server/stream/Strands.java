package dev.interlock.server.stream;

import dev.interlock.schemas.Keys;
import dev.interlock.schemas.StrandHead;
import dev.interlock.server.wire.JournalSigner;
import dev.interlock.server.wire.Outgoing;
import dev.interlock.server.wire.StrandPosition;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * The strands of a task: for each partition of the journal, what it wrote there, digested in this order. Kept in the
 * transaction of what it wrote, so that heads cover what is committed, and all of it.
 */
final class Strands {
    /** Beside marks of topics, whose names have no colon. */
    private static final String KEY = "strand:";

    private final KeyValueStore<Bytes, byte[]> store;
    private final Owner owner;
    private final Partitions partitions;
    private final Optional<JournalSigning> signing;
    /** The partitions that were written to without being signed. */
    private final BitSet interrupted = new BitSet();

    /**
     * Whose strands they are.
     *
     * @param stage of the task
     * @param task its partition
     */
    record Owner(String stage, int task) {}

    /**
     * The strands of a task.
     *
     * @param store is written once for each transaction
     */
    Strands(KeyValueStore<Bytes, byte[]> store, Owner owner, Surroundings surroundings) {
        this.store = store;
        this.owner = owner;
        this.partitions = surroundings.partitions();
        this.signing = surroundings.signing();
    }

    /**
     * Takes in an entry that is written.
     *
     * @param chain the key of the entry
     * @param hash of the entry
     * @return the head that belongs directly behind it: the first entry has one, so that it is known where a strand begins
     */
    Optional<Outgoing> with(byte[] chain, String hash, long atMs) {
        int partition = partitions.of(chain);
        if (signing.isEmpty()) {
            interrupt(partition);
            return Optional.empty();
        }
        StrandPosition now = at(partition).with(hash);
        put(partition, now);
        return now.entries() == 1
                ? Optional.of(head(partition, numbersWith(List.of(partition)), atMs))
                : Optional.empty();
    }

    /** A head for each strand that has entries since its last one. */
    List<Outgoing> heads(long atMs) {
        List<Integer> open =
                all().filter(partition -> at(partition).isOpen()).boxed().toList();
        List<Long> numbers = numbersWith(open);
        List<Outgoing> heads = new ArrayList<>();
        open.forEach(partition -> heads.add(head(partition, numbers, atMs)));
        return heads;
    }

    private Outgoing head(int partition, List<Long> numbers, long atMs) {
        JournalSigning by = signing.orElseThrow();
        StrandPosition now = at(partition);
        StrandHead head = by.signer()
                .signed(new StrandHead(
                        by.topic(),
                        owner.stage(),
                        owner.task(),
                        partition,
                        now.number() + 1,
                        now.entries(),
                        now.digest(),
                        now.head(),
                        numbers,
                        atMs,
                        "",
                        ""));
        put(partition, now.behind(head));
        return JournalSigner.outgoing(head, partitions.keyOn(partition, Keys.strand(owner.stage(), owner.task())));
    }

    /** The number of the latest head in each partition, when some of them have got their next one. */
    private List<Long> numbersWith(List<Integer> next) {
        return all().mapToObj(partition -> at(partition).number() + (next.contains(partition) ? 1 : 0))
                .toList();
    }

    /** No head will cover what is written now. Once said is enough. */
    private void interrupt(int partition) {
        if (interrupted.get(partition)) {
            return;
        }
        interrupted.set(partition);
        StrandPosition before = at(partition);
        if (before.entries() > 0) {
            put(partition, before.interrupted());
        }
    }

    private IntStream all() {
        return IntStream.range(0, partitions.count());
    }

    private StrandPosition at(int partition) {
        return StrandPosition.read(store.get(Stores.key(KEY + partition)));
    }

    private void put(int partition, StrandPosition position) {
        store.put(Stores.key(KEY + partition), position.bytes());
    }
}
