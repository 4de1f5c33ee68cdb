package dev.interlock.audit.witness;

import dev.interlock.audit.source.Raw;
import dev.interlock.schemas.ChainSnapshot;
import dev.interlock.schemas.JournalEffect;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.LedgerOperation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The ledger has of each operation what the last entry of its chain wrote there. Earlier states it may have forgotten. */
final class Folding {
    private static final String LEDGER = "ledger";
    private static final String OPERATION = "op:";

    private Folding() {}

    /**
     * The last state that the journal has.
     *
     * @param by the entry that wrote it
     * @param digest of the record; empty where the operation was erased
     */
    private record Last(Seen<JournalEntry> by, String digest) {}

    static List<Complaint> complaints(Recording recording) {
        Map<String, Raw> kept = new HashMap<>();
        recording.on(recording.topics().ledger()).forEach(raw -> kept.put(raw.keyText(), raw));
        List<Complaint> complaints = new ArrayList<>(quiet(recording));
        last(recording).forEach((key, last) -> {
            Raw raw = kept.get(key);
            String digest = raw == null ? "" : raw.digest();
            boolean settled =
                    raw == null || raw.timestampMs() < recording.frame().presentMs();
            if (!digest.equals(last.digest())
                    && settled
                    && last.by().record().atMs() < recording.frame().presentMs()) {
                complaints.add(Fault.LEDGER.at(
                        raw == null ? last.by().at() : raw.at(),
                        key + ", written last by " + last.by().record().chain() + " "
                                + last.by().record().seq()));
            }
        });
        return complaints;
    }

    /** An operation that has no entry behind its snapshot has the version on the ledger that it had then. */
    private static List<Complaint> quiet(Recording recording) {
        Map<String, Seen<ChainSnapshot>> latest = new HashMap<>();
        recording.snapshots().stream()
                .filter(seen -> seen.record().version() != null
                        && recording.owns(seen.record().chain()))
                .forEach(seen -> latest.merge(
                        seen.record().chain(),
                        seen,
                        (one, other) -> one.record().seq() > other.record().seq() ? one : other));
        recording
                .journal()
                .forEach(entry -> latest.computeIfPresent(
                        entry.record().chain(),
                        (chain, seen) ->
                                entry.record().seq() > seen.record().seq() || isAnew(entry, seen) ? null : seen));
        Map<String, Seen<LedgerOperation>> ledger = new HashMap<>();
        recording
                .operations()
                .forEach(seen -> ledger.put(Keys.operationChain(seen.record().operationId()), seen));
        List<Complaint> complaints = new ArrayList<>();
        latest.forEach((chain, seen) -> {
            Seen<LedgerOperation> there = ledger.get(chain);
            if (there != null
                    && there.record().version() != seen.record().version()
                    && there.raw().timestampMs() < recording.frame().presentMs()) {
                complaints.add(Fault.LEDGER.at(there.at(), chain + ", with a snapshot of " + seen.record()));
            }
        });
        return complaints;
    }

    /** An operation that was forgotten may come again, with numbers from 1. */
    private static boolean isAnew(Seen<JournalEntry> entry, Seen<ChainSnapshot> snapshot) {
        return entry.at().offset() > snapshot.at().offset();
    }

    private static Map<String, Last> last(Recording recording) {
        Map<String, Last> last = new HashMap<>();
        for (Seen<JournalEntry> seen : recording.journal()) {
            String chain = seen.record().chain();
            for (JournalEffect effect : seen.record().effects()) {
                boolean own = LEDGER.equals(effect.kind())
                        && chain.startsWith(OPERATION)
                        && chain.equals(effect.key())
                        && recording.owns(chain);
                if (own) {
                    Last now = new Last(seen, effect.digest() == null ? "" : effect.digest());
                    last.merge(
                            chain,
                            now,
                            (one, other) -> one.by().record().seq()
                                            > other.by().record().seq()
                                    ? one
                                    : other);
                }
            }
        }
        return last;
    }
}
