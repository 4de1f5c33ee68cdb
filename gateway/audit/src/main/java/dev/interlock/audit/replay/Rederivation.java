package dev.interlock.audit.replay;

import dev.interlock.audit.source.Slice;
import dev.interlock.audit.source.Source;
import dev.interlock.schemas.Keys;
import dev.interlock.server.replay.Recorded;
import dev.interlock.server.replay.Replay;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * Decides a journal again under the policies it names. The state of a run is kept until it is forgotten, so chains are dealt
 * out to shares that are decided one after the other, and memory does not grow with the journal.
 */
public final class Rederivation {
    private static final String REQUEST = "request";
    /** The most entries of a share in each partition, about. */
    private static final long SHARE = 250_000;

    private final Journal journal;
    private final KeptPolicies policies;

    private final long share;

    /** The journal of a source. */
    public Rederivation(Source source) {
        this(source, SHARE);
    }

    Rederivation(Source source, long share) {
        this.share = share;
        this.journal = new Journal(source);
        this.policies = KeptPolicies.of(source);
    }

    /**
     * What comes of it. Partitions are read side by side.
     *
     * @param progress is told how many entries more were read; by several threads
     */
    public Tally tally(Selection selection, LongConsumer progress) {
        return selection.run().map(run -> ofRun(run, selection, progress)).orElseGet(() -> ofAll(selection, progress));
    }

    private Tally ofAll(Selection selection, LongConsumer progress) {
        List<Tally> tallies = journal.slices().parallelStream()
                .map(slice -> ofSlice(slice, selection, progress))
                .toList();
        Tally whole = new Tally();
        tallies.forEach(whole::add);
        return whole;
    }

    private Tally ofSlice(Slice slice, Selection selection, LongConsumer progress) {
        Tally tally = new Tally();
        int shares = Math.toIntExact(1 + slice.length() / share);
        for (int i = 0; i < shares; i++) {
            int own = i;
            Replay replay = new Replay(policies::find);
            journal.read(
                    slice,
                    chain -> Math.floorMod(chain.hashCode(), shares) == own,
                    recorded -> take(recorded, replay, selection, tally, progress),
                    replay::start);
        }
        return tally;
    }

    private Tally ofRun(String run, Selection selection, LongConsumer progress) {
        Replay replay = new Replay(policies::find);
        Tally tally = new Tally();
        Set<String> operations = new LinkedHashSet<>();
        journal.read(
                Keys.runChain(run),
                recorded -> {
                    operations.addAll(requested(recorded));
                    take(recorded, replay, selection, tally, progress);
                },
                replay::start);
        operations.forEach(operation -> journal.read(
                Keys.operationChain(operation),
                recorded -> take(recorded, replay, selection, tally, progress),
                replay::start));
        return tally;
    }

    private static void take(
            Recorded recorded, Replay replay, Selection selection, Tally tally, LongConsumer progress) {
        var replayed = replay.take(recorded);
        if (selection.covers(recorded.entry())) {
            tally.add(replayed);
        }
        progress.accept(1);
    }

    /** The operations an entry of a run asks for. */
    static List<String> requested(Recorded recorded) {
        return recorded.entry().effects().stream()
                .filter(effect -> REQUEST.equals(effect.kind()))
                .map(effect -> effect.key())
                .toList();
    }
}
