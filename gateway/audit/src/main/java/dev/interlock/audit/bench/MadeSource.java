package dev.interlock.audit.bench;

import dev.interlock.audit.source.Raw;
import dev.interlock.audit.source.Sink;
import dev.interlock.audit.source.Slice;
import dev.interlock.audit.source.Source;
import dev.interlock.policy.PolicyFiles;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Topics of a gateway that let many runs read, each of them decided by the core while its records are asked for. Only what
 * is asked for is ever there, so that it may be longer than any disk. Runs are dealt out to the partitions by number.
 */
public final class MadeSource implements Source {
    private final Topics topics = Topics.withPrefix(Topics.DEFAULT_PREFIX);
    private final MadeLife.Setting setting;
    private final long runs;
    private final List<Slice> slices = new ArrayList<>();

    /**
     * Topics.
     *
     * @param partitions how many partitions each has
     * @param entries about how many entries the journal has
     */
    public MadeSource(int partitions, long entries) {
        PolicyDocument document = PolicyFiles.load("balanced");
        this.setting = new MadeLife.Setting(topics, document, document.hash());
        this.runs = Math.max(1, entries / (2L * MadeLife.CALLS * partitions));
        Map<String, Long> perRun = Map.of(
                topics.proposals(), (long) MadeLife.CALLS,
                topics.dispatches(), (long) MadeLife.CALLS,
                topics.results(), (long) MadeLife.CALLS,
                topics.outcomes(), MadeLife.CALLS + 1L,
                topics.journal(), 2L * MadeLife.CALLS);
        topics.all().forEach(topic -> {
            for (int partition = 0; partition < partitions; partition++) {
                long end = topic.name().equals(topics.ledger()) ? 1 : runs * perRun.getOrDefault(topic.name(), 0L);
                slices.add(new Slice(topic.name(), partition, 0, end));
            }
        });
    }

    @Override
    public Topics topics() {
        return topics;
    }

    @Override
    public List<Slice> slices() {
        return List.copyOf(slices);
    }

    @Override
    public void read(Slice slice, long from, Sink sink) {
        if (from >= slice.end()) {
            return;
        }
        Wanted wanted = new Wanted(slice, from, sink);
        for (long run = 0; run < runs && wanted.offset < slice.end(); run++) {
            new MadeLife(setting, slice.partition(), run, wanted).live();
        }
    }

    @Override
    public void close() {
        // Nothing is held open.
    }

    private static final class Wanted implements MadeLife.Writer {
        private final Slice slice;
        private final long from;
        private final Sink sink;
        private long offset;

        private Wanted(Slice slice, long from, Sink sink) {
            this.slice = slice;
            this.from = from;
            this.sink = sink;
        }

        @Override
        public boolean wants(String topic) {
            return slice.topic().equals(topic);
        }

        @Override
        public void write(String topic, byte[] key, byte[] value, long atMs) {
            if (!wants(topic)) {
                return;
            }
            if (offset >= from && offset < slice.end()) {
                Position at = new Position(topic, slice.partition(), offset);
                sink.take(new Raw(at, atMs, key, value, List.of()));
            }
            offset++;
        }
    }
}
