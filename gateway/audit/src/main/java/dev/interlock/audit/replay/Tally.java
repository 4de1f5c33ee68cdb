package dev.interlock.audit.replay;

import dev.interlock.server.replay.Recorded;
import dev.interlock.server.replay.Replayed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What came of deciding entries again. Not for several threads. */
public final class Tally {
    /** How many differences are told one by one: one is enough to look into. */
    static final int MOST_TOLD = 100;

    private static final Comparator<Replayed> IN_TIME = Comparator.comparingLong(
                    (Replayed one) -> one.recorded().entry().atMs())
            .thenComparing(one -> one.recorded().entry().chain())
            .thenComparingLong(one -> one.recorded().entry().seq());

    private long entries;
    private long runs;
    private long operations;
    private long tasks;
    private long noted;
    private long derived;
    private long untold;
    private long differing;
    private final Map<String, Long> missing = new TreeMap<>();
    private final Map<String, Long> versions = new TreeMap<>();
    private final List<Replayed> differences = new ArrayList<>();

    void add(Replayed replayed) {
        entries++;
        versions.merge(replayed.recorded().entry().coreVersion(), 1L, Long::sum);
        derived += replayed.written().derived();
        untold += replayed.written().untold();
        switch (replayed) {
            case Replayed.OfRun run -> runs++;
            case Replayed.OfOperation operation -> operations++;
            case Replayed.OfTask task -> tasks++;
            case Replayed.Noted note -> noted++;
            case Replayed.Missing gone -> missing.merge(gone.why(), 1L, Long::sum);
        }
        if (replayed.difference().isPresent()) {
            differing++;
            keep(replayed);
        }
    }

    private void keep(Replayed replayed) {
        differences.add(replayed);
        differences.sort(IN_TIME);
        if (differences.size() > MOST_TOLD) {
            differences.removeLast();
        }
    }

    void add(Tally other) {
        entries += other.entries;
        runs += other.runs;
        operations += other.operations;
        tasks += other.tasks;
        noted += other.noted;
        derived += other.derived;
        untold += other.untold;
        differing += other.differing;
        other.missing.forEach((why, count) -> missing.merge(why, count, Long::sum));
        other.versions.forEach((version, count) -> versions.merge(version, count, Long::sum));
        other.differences.forEach(this::keep);
    }

    /** How many entries were looked at. */
    public long entries() {
        return entries;
    }

    /** How many of them are about runs and were decided again. */
    public long runs() {
        return runs;
    }

    /** How many are about operations and were decided again. */
    public long operations() {
        return operations;
    }

    /** How many are about a task as a whole and were decided again. */
    public long tasks() {
        return tasks;
    }

    /** How many say what was noted, and decide nothing. */
    public long noted() {
        return noted;
    }

    /** How many effects were made again to the byte. */
    public long derived() {
        return derived;
    }

    /** Of how many effects only kind and key follow from the journal. */
    public long untold() {
        return untold;
    }

    /** How many entries differ. */
    public long differing() {
        return differing;
    }

    /** How many could not be decided again, by what is missing. */
    public Map<String, Long> missing() {
        return Map.copyOf(missing);
    }

    /** How many were decided by each version of the core. */
    public Map<String, Long> versions() {
        return Map.copyOf(versions);
    }

    /** The earliest entries that differ, the first of them first; at most {@value #MOST_TOLD}. */
    public List<Replayed> differences() {
        return List.copyOf(differences);
    }

    /** The earliest entry that differs. */
    public Optional<Recorded> first() {
        return differences.stream().findFirst().map(Replayed::recorded);
    }
}
