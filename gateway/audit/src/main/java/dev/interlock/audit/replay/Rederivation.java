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

/** Decides a journal again under the policies it names. */
public final class Rederivation {
    private static final String REQUEST = "request";

    private final Journal journal;
    private final KeptPolicies policies;

    /** The journal of a source. */
    public Rederivation(Source source) {
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
        Replay replay = new Replay(policies::find);
        Tally tally = new Tally();
        journal.read(slice, recorded -> take(recorded, replay, selection, tally, progress));
        return tally;
    }

    private Tally ofRun(String run, Selection selection, LongConsumer progress) {
        Replay replay = new Replay(policies::find);
        Tally tally = new Tally();
        Set<String> operations = new LinkedHashSet<>();
        journal.read(Keys.runChain(run), recorded -> {
            operations.addAll(requested(recorded));
            take(recorded, replay, selection, tally, progress);
        });
        operations.forEach(operation -> journal.read(
                Keys.operationChain(operation), recorded -> take(recorded, replay, selection, tally, progress)));
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
