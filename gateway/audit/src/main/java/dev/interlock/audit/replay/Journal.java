package dev.interlock.audit.replay;

import dev.interlock.audit.source.Raw;
import dev.interlock.audit.source.Slice;
import dev.interlock.audit.source.Source;
import dev.interlock.schemas.ChainSnapshot;
import dev.interlock.schemas.Keys;
import dev.interlock.server.replay.Recorded;
import dev.interlock.server.wire.TopicRecords;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.common.utils.Utils;

/** The entries in the journal of a source. Those of a chain stand in one partition, in their order. */
public final class Journal {
    private final Source source;
    private final List<Slice> slices;

    /** The journal of a source. */
    public Journal(Source source) {
        this.source = source;
        this.slices = source.slices(source.topics().journal());
    }

    /** Its partitions. */
    public List<Slice> slices() {
        return slices;
    }

    /** Hands over all entries of a partition in order. */
    public void read(Slice slice, Consumer<Recorded> entries) {
        read(slice, chain -> true, entries, snapshot -> {});
    }

    /** The same of some chains alone, and their snapshots between them; entries of others are not even decoded. */
    void read(Slice slice, Predicate<String> chains, Consumer<Recorded> entries, Consumer<ChainSnapshot> snapshots) {
        source.read(slice, raw -> {
            if (Keys.isChain(raw.keyText()) && chains.test(raw.keyText())) {
                entries.accept(recorded(raw));
            } else if (Keys.isSnapshot(raw.keyText())) {
                ChainSnapshot snapshot = TopicRecords.snapshot(raw.value());
                if (chains.test(snapshot.chain())) {
                    snapshots.accept(snapshot);
                }
            }
        });
    }

    /** Hands over the entries of one chain in order, and its snapshots between them. */
    public void read(String chain, Consumer<Recorded> entries, Consumer<ChainSnapshot> snapshots) {
        byte[] key = chain.getBytes(StandardCharsets.UTF_8);
        Slice slice = slices.get(Utils.toPositive(Utils.murmur2(key)) % slices.size());
        read(slice, chain::equals, entries, snapshots);
    }

    /** Hands over the entries of one chain in order. */
    public void read(String chain, Consumer<Recorded> entries) {
        read(chain, entries, snapshot -> {});
    }

    private static Recorded recorded(Raw raw) {
        return Recorded.read(raw.value(), raw.at());
    }
}
