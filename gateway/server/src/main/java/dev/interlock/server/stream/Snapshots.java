package dev.interlock.server.stream;

import dev.interlock.schemas.ChainSnapshot;
import dev.interlock.schemas.Keys;
import dev.interlock.server.wire.JournalSigner;
import dev.interlock.server.wire.Snapshot;
import java.time.Duration;
import java.util.function.Function;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Writes signed snapshots of the chains of what lives on, round by round, so that retention deletes no entry of a chain
 * before a later snapshot stands behind it. A step comes by few chains, and its place is kept.
 */
final class Snapshots {
    /** The time between two steps of a round. */
    private static final Duration STEP = Duration.ofSeconds(1);

    private final StageTask task;
    private final KeyValueStore<Bytes, byte[]> own;
    private final Function<String, Stretch<Snapshot>> behind;

    /**
     * The snapshots of a task.
     *
     * @param own the store of what belongs to the task
     * @param behind the next chains behind a run or an operation
     */
    Snapshots(StageTask task, KeyValueStore<Bytes, byte[]> own, Function<String, Stretch<Snapshot>> behind) {
        this.task = task;
        this.own = own;
        this.behind = behind;
    }

    /** From now on they are written, if the journal is signed. */
    void start() {
        task.signing().ifPresent(signing -> task.schedule(STEP, () -> step(signing)));
    }

    private void step(JournalSigning signing) {
        Outbox outbox = task.outbox();
        SnapshotProgress now = SnapshotProgress.read(own, outbox.atMs());
        boolean ended =
                now.done() && outbox.atMs() >= now.begunAtMs() + signing.round().toMillis();
        if (now.done() && !ended) {
            return;
        }
        SnapshotProgress round = ended ? SnapshotProgress.begin(outbox.atMs()) : now;
        if (round.cursor().isEmpty() && task.head().seq() > 0) {
            write(Snapshot.ofTask(task.head(), task.chainMs()), signing, outbox);
        }
        Stretch<Snapshot> next = behind.apply(round.cursor());
        next.found().values().forEach(snapshot -> write(snapshot, signing, outbox));
        round.behind(next).put(own);
    }

    private void write(Snapshot snapshot, JournalSigning signing, Outbox outbox) {
        ChainSnapshot signed = signing.signer().signed(snapshot.record(signing.topic(), outbox.atMs()));
        int partition = task.partitions().of(signed.chain());
        String key = task.partitions().keyOn(partition, Keys.snapshot(signed.chain()));
        outbox.post(JournalSigner.outgoing(signed, key), new RecordHeaders());
    }
}
