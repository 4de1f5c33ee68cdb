package dev.interlock.audit.forgery;

import static dev.interlock.audit.witness.Fault.LEDGER;
import static dev.interlock.audit.witness.Fault.SNAPSHOT;
import static dev.interlock.audit.witness.Fault.SNAPSHOT_LINK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.audit.replay.KeptPolicies;
import dev.interlock.audit.replay.Rederivation;
import dev.interlock.audit.replay.Selection;
import dev.interlock.audit.replay.Tally;
import dev.interlock.audit.source.MemorySource;
import dev.interlock.audit.source.Raw;
import dev.interlock.audit.source.Source;
import dev.interlock.audit.witness.Complaint;
import dev.interlock.audit.witness.Fault;
import dev.interlock.audit.witness.PublicKeys;
import dev.interlock.audit.witness.Signatures;
import dev.interlock.audit.witness.Verifier;
import dev.interlock.audit.witness.Verifier.Findings;
import dev.interlock.schemas.ChainSnapshot;
import dev.interlock.schemas.ChainSnapshotBuilder;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.server.replay.Recorded;
import dev.interlock.server.replay.Replay;
import dev.interlock.server.replay.Replayed;
import dev.interlock.server.wire.ChainPosition;
import dev.interlock.server.wire.Snapshot;
import dev.interlock.server.wire.Stored;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A chain whose beginning was deleted is judged from its snapshot, and decided again from the state that it has. */
class SnapshotTest {
    private static final SignedJournal.Key KEY = SignedJournal.Key.of("k-1");
    private static final String JOURNAL = RecordedLife.TOPICS.journal();
    private static final String RUN = Keys.runChain(RecordedLife.OPEN);
    private static final String OPERATION = Keys.operationChain("pay-next");
    private static final Selection OF_RUN =
            new Selection(Optional.of(RecordedLife.OPEN), OptionalLong.empty(), OptionalLong.empty());

    private static List<Raw> life;

    @TempDir
    Path scratch;

    @BeforeAll
    static void readTheLife(@TempDir Path directory) throws Exception {
        life = RecordedLife.read(directory).recording().all();
    }

    @Test
    void chainWithoutItsBeginning_isDecidedAgainFromItsSnapshot() {
        List<Raw> all = with(life, signed(snapshot(RUN, 3)));
        long from = place(all).at().offset();
        Tally without = tally(cut(life, place(life, RUN, 4).at(), from));
        assertThat(without.missing()).isNotEmpty();
        Tally cut = tally(cut(all, place(all).at(), from));
        assertThat(cut.missing()).isEmpty();
        assertThat(cut.runs()).isEqualTo(entries(life, RUN).size() - 3);
        assertThat(cut.differing()).isZero();
    }

    @Test
    void snapshotOfAnotherState_isFoundOutByTheEntryBehindIt() {
        ChainSnapshot other = ChainSnapshotBuilder.builder(snapshot(RUN, 3))
                .state(snapshot(RUN, 2).state())
                .build();
        List<Raw> all = with(life, signed(other));
        assertThat(tally(cut(all, place(all).at(), place(all).at().offset())).differing())
                .isPositive();
    }

    @Test
    void signedSnapshot_isClean_andCountsAsTheBeginningOfItsChain() {
        List<Raw> all = with(life, signed(snapshot(RUN, 3)));
        Findings whole = judge(new MemorySource(RecordedLife.TOPICS, all));
        assertThat(whole.complaints()).isEmpty();
        assertThat(whole.covered().snapshots()).isOne();
        assertThat(whole.covered().cut()).isZero();
        Position from = place(all).at();
        Findings with = judge(cut(all, from, from.offset()));
        Findings without = judge(cut(all, from, from.offset() + 1));
        assertThat(with.complaints()).isEmpty();
        assertThat(without.covered().cut()).isEqualTo(with.covered().cut() + 1);
    }

    @Test
    void forgedSnapshot_isSeen() {
        ChainSnapshot honest = signed(snapshot(RUN, 3));
        assertThat(faults(with(life, ChainSnapshotBuilder.builder(honest).seq(2).build())))
                .containsExactly(SNAPSHOT);
        assertThat(faults(with(
                        life,
                        ChainSnapshotBuilder.builder(honest)
                                .state(snapshot(RUN, 2).state())
                                .build())))
                .containsExactly(SNAPSHOT);
        assertThat(faults(moved(with(life, honest)))).containsExactly(SNAPSHOT);
        ChainSnapshot other = ChainSnapshotBuilder.builder(snapshot(RUN, 3))
                .hash("1".repeat(64))
                .build();
        assertThat(faults(with(life, signed(other)))).containsExactly(SNAPSHOT_LINK);
    }

    @Test
    void entriesTakenOutBehindASnapshot_areSeen_alsoWhereNothingIsInFrontOfIt() {
        List<Raw> all = with(life, signed(snapshot(RUN, 3)));
        Position from = place(all).at();
        Raw next = place(all, RUN, 4);
        List<Raw> less = all.stream().filter(raw -> raw != next).toList();
        assertThat(faults(judge(cut(less, from, from.offset())))).contains(SNAPSHOT_LINK);
    }

    @Test
    void ledgerOfAnOperationThatIsQuietSinceItsSnapshot_hasTheVersionOfThatTime() {
        int last = entries(life, OPERATION).size();
        ChainSnapshot snapshot = snapshot(OPERATION, last);
        List<Raw> all = with(life, signed(snapshot));
        Position from = place(all).at();
        assertThat(faults(judge(cut(all, from, from.offset())))).isEmpty();
        List<Raw> older = with(
                life,
                signed(ChainSnapshotBuilder.builder(snapshot)
                        .version(snapshot.version() + 1)
                        .build()));
        assertThat(faults(judge(cut(older, from, from.offset())))).containsExactly(LEDGER);
    }

    /** The snapshot of a chain behind one of its entries, as its task would have written it. */
    private static ChainSnapshot snapshot(String chain, int seq) {
        KeptPolicies policies = KeptPolicies.of(new MemorySource(RecordedLife.TOPICS, life));
        Replay replay = new Replay(policies::find);
        Replayed replayed = entries(life, chain).stream()
                .limit(seq)
                .map(raw -> replay.take(Recorded.read(raw.value(), raw.at())))
                .reduce((before, after) -> after)
                .orElseThrow();
        ChainPosition position = new ChainPosition(
                seq,
                entries(life, chain).get(seq - 1).digest(),
                replayed.recorded().entry().atMs());
        Snapshot made = replayed instanceof Replayed.OfRun run
                ? Snapshot.ofRun(new Stored<>(
                        position, Optional.empty(), run.decision().after().orElseThrow()))
                : Snapshot.ofOperation(new Stored<>(
                        position,
                        Optional.empty(),
                        ((Replayed.OfOperation) replayed).decision().after().orElseThrow()));
        return made.record(JOURNAL, position.atMs());
    }

    private static ChainSnapshot signed(ChainSnapshot snapshot) {
        return KEY.signer().signed(snapshot);
    }

    private static List<Raw> entries(List<Raw> all, String chain) {
        return SignedJournal.journal(all, JOURNAL).stream()
                .filter(raw -> raw.keyText().equals(chain))
                .toList();
    }

    private static Raw place(List<Raw> all, String chain, int seq) {
        return entries(all, chain).stream()
                .filter(raw -> RecordCodec.of(JournalEntry.class)
                                .decode(raw.value())
                                .record()
                                .seq()
                        == seq)
                .findFirst()
                .orElseThrow();
    }

    /** Where the one snapshot stands. */
    private static Raw place(List<Raw> all) {
        return all.stream()
                .filter(raw -> Keys.isSnapshot(raw.keyText()))
                .findFirst()
                .orElseThrow();
    }

    /** With a snapshot behind its entry; what comes behind that goes one further. */
    private static List<Raw> with(List<Raw> all, ChainSnapshot snapshot) {
        List<Raw> own = entries(all, snapshot.chain());
        Raw last = own.stream()
                .filter(raw -> raw.digest().equals(snapshot.hash()))
                .findFirst()
                .orElse(own.get((int) snapshot.seq() - 1));
        List<Raw> more = new ArrayList<>();
        for (Raw raw : all) {
            boolean behind = raw.at().topic().equals(JOURNAL)
                    && raw.at().partition() == last.at().partition()
                    && raw.at().offset() > last.at().offset();
            more.add(behind ? raw.with(behind(raw.at()), raw.value()) : raw);
        }
        more.add(new Raw(
                behind(last.at()),
                last.timestampMs(),
                (Keys.snapshot(snapshot.chain()) + ":0").getBytes(StandardCharsets.UTF_8),
                RecordCodec.of(ChainSnapshot.class).encode(snapshot, Format.JSON),
                List.of()));
        return more;
    }

    /** With the snapshot at the end of another partition. */
    private static List<Raw> moved(List<Raw> all) {
        Raw snapshot = place(all);
        Position other = new Position(JOURNAL, (snapshot.at().partition() + 1) % RecordedLife.PARTITIONS, 1_000_000);
        return all.stream()
                .map(raw -> raw == snapshot ? raw.with(other, raw.value()) : raw)
                .toList();
    }

    private static Position behind(Position at) {
        return new Position(at.topic(), at.partition(), at.offset() + 1);
    }

    /** Without what stands in front of an offset of one partition. */
    private static Source cut(List<Raw> all, Position partition, long from) {
        return new CutSource(
                new MemorySource(RecordedLife.TOPICS, all),
                slice -> slice.topic().equals(JOURNAL) && slice.partition() == partition.partition()
                        ? CutSource.from(slice, from)
                        : slice);
    }

    private static Tally tally(Source source) {
        return new Rederivation(source).tally(OF_RUN, more -> {});
    }

    private Set<Fault> faults(List<Raw> all) {
        return faults(judge(new MemorySource(RecordedLife.TOPICS, all)));
    }

    private static Set<Fault> faults(Findings findings) {
        return findings.complaints().stream().map(Complaint::fault).collect(Collectors.toSet());
    }

    private Findings judge(Source source) {
        // A journal of which only snapshots are signed has no heads, which is a violation of its own.
        UnaryOperator<Findings> others = found -> new Findings(
                found.records(),
                found.entries(),
                found.complaints().stream()
                        .filter(complaint -> complaint.fault() != Fault.HEADLESS)
                        .toList(),
                found.more(),
                found.covered());
        try (source) {
            return others.apply(Verifier.judge(
                    source,
                    scratch,
                    new Verifier.Options(true, 2, 10_000, more -> {})
                            .with(new Signatures(KEY.and(PublicKeys.NONE), List.of()))));
        }
    }
}
