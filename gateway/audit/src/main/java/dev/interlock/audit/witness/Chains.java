package dev.interlock.audit.witness;

import dev.interlock.schemas.ChainHead;
import dev.interlock.schemas.JournalEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The journal's chains: numbered without gaps, linked by hashes, time never going back, and linked across the stages. */
final class Chains {
    private static final String NONE = "0".repeat(64);

    private final Map<String, List<Seen<JournalEntry>>> chains = new LinkedHashMap<>();
    private final List<Complaint> complaints = new ArrayList<>();

    private Chains(Recording recording) {
        recording
                .journal()
                .forEach(entry -> chains.computeIfAbsent(entry.record().chain(), name -> new ArrayList<>())
                        .add(entry));
    }

    static List<Complaint> complaints(Recording recording) {
        Chains all = new Chains(recording);
        all.chains.values().forEach(all::judge);
        return all.complaints;
    }

    private void judge(List<Seen<JournalEntry>> chain) {
        Seen<JournalEntry> before = null;
        for (Seen<JournalEntry> entry : chain) {
            judge(before, entry);
            before = entry;
        }
    }

    private void judge(Seen<JournalEntry> before, Seen<JournalEntry> entry) {
        JournalEntry record = entry.record();
        long seq = before == null ? 1 : before.record().seq() + 1;
        expect(record.seq() == seq, entry, Fault.CHAIN_SEQ);
        String hash = before == null ? NONE : before.raw().digest();
        expect(record.prevHash().equals(hash), entry, Fault.CHAIN_HASH);
        expect(entry.raw().keyText().equals(record.chain()), entry, Fault.CHAIN_KEY);
        if (before != null) {
            expect(record.atMs() >= before.record().atMs(), entry, Fault.CHAIN_TIME);
            expect(entry.at().partition() == before.at().partition(), entry, Fault.CHAIN_PARTITION);
        }
        expect(record.linkedHead() == null || isThere(record.linkedHead()), entry, Fault.CHAIN_LINK);
    }

    private boolean isThere(ChainHead head) {
        if (head.seq() == 0) {
            return head.hash().equals(NONE);
        }
        List<Seen<JournalEntry>> chain = chains.getOrDefault(head.chain(), List.of());
        return head.seq() <= chain.size()
                && chain.get((int) head.seq() - 1).raw().digest().equals(head.hash());
    }

    private void expect(boolean holds, Seen<JournalEntry> entry, Fault fault) {
        if (!holds) {
            complaints.add(fault.at(entry));
        }
    }
}
