package dev.interlock.audit.witness;

import dev.interlock.schemas.ChainHead;
import dev.interlock.schemas.ChainSnapshot;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Position;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The journal's chains: numbered without gaps, linked by hashes, time never going back, and linked across the stages. */
final class Chains {
    private static final String NONE = "0".repeat(64);

    private final Recording recording;
    private final Map<String, List<Seen<JournalEntry>>> chains = new LinkedHashMap<>();
    private final Map<String, Map<Long, String>> digests = new HashMap<>();
    private final List<Complaint> complaints = new ArrayList<>();

    private Chains(Recording recording) {
        this.recording = recording;
        recording.journal().stream()
                .filter(entry -> recording.owns(entry.record().chain()))
                .forEach(entry -> {
                    String chain = entry.record().chain();
                    chains.computeIfAbsent(chain, name -> new ArrayList<>()).add(entry);
                    digests.computeIfAbsent(chain, name -> new HashMap<>())
                            .put(entry.record().seq(), entry.raw().digest());
                });
    }

    static List<Complaint> complaints(Recording recording) {
        Chains all = new Chains(recording);
        recording
                .snapshots()
                .forEach(snapshot -> all.digests
                        .computeIfAbsent(snapshot.record().chain(), name -> new HashMap<>())
                        .putIfAbsent(snapshot.record().seq(), snapshot.record().hash()));
        all.chains.values().forEach(all::judge);
        recording.snapshots().stream()
                .filter(snapshot -> recording.owns(snapshot.record().chain()))
                .forEach(all::judge);
        all.countCut();
        recording.journal().stream()
                .filter(entry -> entry.record().linkedHead() != null)
                .filter(entry -> recording.owns(entry.record().linkedHead().chain()))
                .forEach(all::judgeLink);
        return all.complaints;
    }

    /** In the order of their numbers, and they stand there in this order. */
    private void judge(List<Seen<JournalEntry>> chain) {
        Seen<JournalEntry> before = null;
        chain.sort(Comparator.comparingLong(entry -> entry.record().seq()));
        for (Seen<JournalEntry> entry : chain) {
            judge(before, entry);
            before = entry;
        }
    }

    private void judge(Seen<JournalEntry> before, Seen<JournalEntry> entry) {
        JournalEntry record = entry.record();
        if (before != null || !recording.extent().isCut(entry.at())) {
            long seq = before == null ? 1 : before.record().seq() + 1;
            expect(record.seq() == seq && !isBefore(entry, before), entry, Fault.CHAIN_SEQ);
            String hash = before == null ? NONE : before.raw().digest();
            expect(record.prevHash().equals(hash), entry, Fault.CHAIN_HASH);
        }
        expect(entry.raw().keyText().equals(record.chain()), entry, Fault.CHAIN_KEY);
        if (before != null) {
            expect(record.atMs() >= before.record().atMs(), entry, Fault.CHAIN_TIME);
            expect(entry.at().partition() == before.at().partition(), entry, Fault.CHAIN_PARTITION);
        }
    }

    /** It is of the entry in front of it that has its number, and the next entry behind it follows on that. */
    private void judge(Seen<ChainSnapshot> snapshot) {
        ChainSnapshot record = snapshot.record();
        for (Seen<JournalEntry> entry : chains.getOrDefault(record.chain(), List.of())) {
            boolean same = entry.record().seq() == record.seq() && isBefore(entry, snapshot);
            boolean other = same && !entry.raw().digest().equals(record.hash());
            if (other) {
                complaints.add(Fault.SNAPSHOT_LINK.at(snapshot));
            }
        }
        chains.getOrDefault(record.chain(), List.of()).stream()
                .filter(entry -> isBefore(snapshot, entry))
                .min(Comparator.comparingLong(entry -> entry.at().offset()))
                .filter(next -> next.record().seq() != record.seq() + 1
                        || !next.record().prevHash().equals(record.hash()))
                .ifPresent(next -> complaints.add(Fault.SNAPSHOT_LINK.at(next)));
    }

    /** The chains that begin with a later entry, and have no snapshot from which they could go on. */
    private void countCut() {
        Map<String, Long> latest = new HashMap<>();
        recording
                .snapshots()
                .forEach(snapshot -> latest.merge(
                        snapshot.record().chain(), snapshot.record().seq(), Math::max));
        chains.forEach((chain, entries) -> {
            long first = entries.getFirst().record().seq();
            if (first > 1 && latest.getOrDefault(chain, 0L) < first - 1) {
                recording.frame().countCut();
            }
        });
    }

    private static boolean isBefore(Seen<?> entry, Seen<?> other) {
        return other != null
                && entry.at().partition() == other.at().partition()
                && entry.at().offset() < other.at().offset();
    }

    private void judgeLink(Seen<JournalEntry> entry) {
        expect(isThere(entry, entry.record().linkedHead()), entry, Fault.CHAIN_LINK);
    }

    private boolean isThere(Seen<JournalEntry> by, ChainHead head) {
        if (head.seq() == 0) {
            return head.hash().equals(NONE);
        }
        String digest = digests.getOrDefault(head.chain(), Map.of()).get(head.seq());
        boolean gone = digest == null && (!recording.isWithin(by.record().atMs()) || isDeleted(head));
        return gone || head.hash().equals(digest);
    }

    /** Whether it stood where the beginning of the partition was, and what is left of its chain begins behind it. */
    private boolean isDeleted(ChainHead head) {
        int partition = StrandName.task(head.chain(), recording.frame().partitions());
        List<Seen<JournalEntry>> left = chains.getOrDefault(head.chain(), List.of());
        boolean before = left.stream().allMatch(entry -> entry.record().seq() > head.seq());
        return before
                && recording.extent().isCut(new Position(recording.topics().journal(), partition, 0));
    }

    private void expect(boolean holds, Seen<JournalEntry> entry, Fault fault) {
        if (!holds) {
            complaints.add(fault.at(entry));
        }
    }
}
