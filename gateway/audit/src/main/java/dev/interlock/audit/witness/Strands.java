package dev.interlock.audit.witness;

import dev.interlock.audit.source.Raw;
import dev.interlock.audit.source.Slice;
import dev.interlock.schemas.ChainSnapshot;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.StrandHead;
import dev.interlock.schemas.Symbols.Stage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.Consumer;

/**
 * The strands of a journal, held against their signed heads: no entry is missing, exchanged or moved between the first head of
 * a strand and its last, no head is missing between them, and no later one was there that others or somebody else know of.
 * Each partition is walked in its order, several at once; of each strand a few digests are kept.
 */
final class Strands {
    private static final Set<String> STAGES = Set.of(Stage.RUN, Stage.OPERATION);
    /** Twice the longest time between two heads that a gateway can be configured with. */
    private static final long LONGEST_MS = 2 * 86_400_000L;

    private final String journal;
    private final int partitions;
    private final PublicKeys keys;
    private final Map<StrandName, StrandHead> noted = new HashMap<>();
    private final Consumer<Complaint> complaints;
    private final Map<StrandName, StrandWalk> walks = new ConcurrentHashMap<>();
    private final Map<Integer, Slice> slices = new ConcurrentHashMap<>();
    private final LongAccumulator earliestMs = new LongAccumulator(Math::min, Long.MAX_VALUE);
    private final LongAccumulator latestMs = new LongAccumulator(Math::max, Long.MIN_VALUE);

    /**
     * The strands of a journal.
     *
     * @param all its partitions
     * @param complaints takes what is wrong; by several threads
     */
    Strands(String journal, List<Slice> all, Signatures signatures, Consumer<Complaint> complaints) {
        this.journal = journal;
        this.partitions = all.size();
        this.keys = signatures.keys();
        this.complaints = complaints;
        all.forEach(slice -> slices.put(slice.partition(), slice));
        signatures.noted().forEach(head -> noted.put(StrandName.of(head), head));
    }

    /** The next entry of a partition. */
    void take(Raw raw, JournalEntry entry) {
        earliestMs.accumulate(raw.timestampMs());
        latestMs.accumulate(raw.timestampMs());
        strand(entry.chain(), raw.at().partition())
                .ifPresentOrElse(
                        name -> walk(name).entry(raw),
                        () -> complaints.accept(Fault.CHAIN_KEY.at(raw.at(), "no task has a chain " + entry.chain())));
    }

    /** The next signed head of a partition. */
    void take(Raw raw, StrandHead head) {
        boolean placed = head.topic().equals(journal)
                && head.partition() == raw.at().partition()
                && STAGES.contains(head.stage())
                && head.task() < partitions
                && raw.keyText().startsWith(Keys.strand(head.stage(), head.task()) + ":");
        if (!placed) {
            complaints.accept(Fault.HEAD_PLACE.at(raw.at(), head));
            return;
        }
        StrandWalk walk = walk(StrandName.of(head));
        keys.mistake(head)
                .ifPresentOrElse(
                        why -> {
                            complaints.accept(Fault.HEAD_SIGNATURE.at(raw.at(), why));
                            walk.forged(head);
                        },
                        () -> walk.head(raw, head));
    }

    /** Whether a snapshot stands where it says, and its signature counts. */
    boolean take(Raw raw, ChainSnapshot snapshot) {
        boolean placed = snapshot.topic().equals(journal)
                && StrandName.task(snapshot.chain(), partitions) == raw.at().partition()
                && raw.keyText().startsWith(Keys.snapshot(snapshot.chain()) + ":");
        Optional<String> why = placed ? keys.mistake(snapshot) : Optional.of("it is another one's place");
        why.ifPresent(mistake ->
                complaints.accept(Fault.SNAPSHOT.at(raw.at(), "of chain " + snapshot.chain() + ": " + mistake)));
        return why.isEmpty();
    }

    /** What is wrong with a head, if another one was noted under its number. */
    Optional<String> noted(StrandHead head) {
        return Optional.ofNullable(noted.get(StrandName.of(head)))
                .filter(known -> known.number() == head.number())
                .filter(known -> !known.hash().equals(head.hash()))
                .map(known ->
                        "head " + known.number() + " of strand " + StrandName.of(head) + " was noted as " + known);
    }

    /**
     * Looks, once all was read, for heads that were there.
     *
     * @param presentMs the time from which something may be missing that was written later
     */
    void finish(long presentMs) {
        noted.forEach((name, head) -> {
            if (isGone(name, head.number())) {
                complaints.accept(
                        Fault.HEAD_CUT.at(end(name.partition()), gone(name, head.number()) + ", which was noted"));
            }
        });
        Map<StrandName, Complaint> told = new HashMap<>();
        for (StrandWalk walk : walks.values()) {
            for (StrandWalk.Told latest : walk.latest()) {
                if (latest.raw().timestampMs() < presentMs) {
                    told(walk.name(), latest, told);
                }
            }
        }
        told.values().forEach(complaints);
        if (!keys.isEmpty() && walks.values().stream().allMatch(walk -> walk.number() == 0) && shouldHaveHeads()) {
            complaints.accept(Fault.HEADLESS.at(end(0), "no partition of the journal has a signed head"));
        }
    }

    /** Of a journal whose beginning was deleted little may be left: less than lies between two heads. */
    private boolean shouldHaveHeads() {
        boolean begun = walks.keySet().stream()
                .anyMatch(name -> slices.get(name.partition()).beginning() == 0);
        boolean read = latestMs.get() >= earliestMs.get();
        return begun || read && latestMs.get() - earliestMs.get() > LONGEST_MS;
    }

    private void told(StrandName by, StrandWalk.Told latest, Map<StrandName, Complaint> told) {
        for (int partition = 0;
                partition < Math.min(partitions, latest.numbers().size());
                partition++) {
            StrandName name = new StrandName(by.stage(), by.task(), partition);
            long number = latest.numbers().get(partition);
            if (isGone(name, number)) {
                told.put(name, Fault.HEAD_CUT.at(latest.raw().at(), gone(name, number) + ", which this head names"));
            }
        }
    }

    /** Whether a head was there that is not; where nothing is left of a strand, retention may have deleted it. */
    private boolean isGone(StrandName name, long number) {
        long there = number(name);
        boolean deleted = there == 0
                && (!slices.containsKey(name.partition())
                        || slices.get(name.partition()).beginning() > 0);
        return there < number && !deleted;
    }

    private String gone(StrandName name, long number) {
        return "strand " + name + " ends with head " + number(name) + ", and had head " + number;
    }

    private long number(StrandName name) {
        StrandWalk walk = walks.get(name);
        return walk == null ? 0 : walk.number();
    }

    private Position end(int partition) {
        return new Position(journal, partition, slices.get(partition).end());
    }

    /** How much is covered. */
    Covered covered() {
        return walks.values().stream()
                .map(walk -> walk.covered(!keys.isEmpty()))
                .reduce(new Covered(!keys.isEmpty(), 0, 0, 0, 0, List.of(), 0, 0), Covered::and);
    }

    private Optional<StrandName> strand(String chain, int partition) {
        return StrandName.of(chain, partition, partitions)
                .filter(name -> STAGES.contains(name.stage()) && name.task() < partitions);
    }

    private StrandWalk walk(StrandName name) {
        return walks.computeIfAbsent(
                name,
                own -> new StrandWalk(own, this, slices.get(own.partition()).beginning() > 0, complaints));
    }
}
