package dev.interlock.audit.witness;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.schemas.BudgetReading;
import dev.interlock.schemas.Counters;
import dev.interlock.schemas.JournalEffect;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * At every entry of a run, what is used, reserved and left of a budget is what the policy and grants allow; what was used
 * stays used; and the outcomes of an entry tell what it says.
 */
final class Balancing {
    private static final String RUN = Keys.runChain("");
    private static final String OUTCOME = "outcome";

    private final Recording recording;
    private final Map<String, JsonNode> ceilings;
    private final Raised raised;
    private final Written written;
    private final List<Complaint> complaints = new ArrayList<>();
    private final Map<String, Map<String, BudgetReading>> standing = new HashMap<>();
    private final Map<Seen<JournalEntry>, List<Seen<Outcome>>> told = new HashMap<>();

    /** By chain and number of the outcome: one that is told again keeps its number and its time. */
    private final Map<String, Map<Long, Said>> heard = new HashMap<>();

    /** What an outcome says of all budgets. */
    private record Said(Counters used, Counters remaining) {
        static Said by(Outcome outcome) {
            return new Said(outcome.used(), outcome.remaining());
        }
    }

    private Balancing(Recording recording) {
        this.recording = recording;
        this.ceilings = Budgeting.ceilings(recording);
        this.raised = new Raised(recording);
        this.written = recording.written();
    }

    static List<Complaint> complaints(Recording recording) {
        Balancing all = new Balancing(recording);
        recording.outcomes().forEach(all::file);
        recording.journal().stream()
                .filter(entry -> entry.record().chain().startsWith(RUN))
                .filter(entry -> recording.owns(entry.record().chain()))
                .filter(entry -> recording.isWhole(entry.record().chain()))
                .sorted(Comparator.comparingLong(entry -> entry.record().seq()))
                .forEach(all::judge);
        return all.complaints;
    }

    private void file(Seen<Outcome> outcome) {
        Optional<Seen<JournalEntry>> by = outcome.record().used() == null
                ? Optional.empty()
                : written.by(outcome.raw())
                        .filter(entry -> recording.owns(entry.record().chain()));
        by.ifPresent(
                entry -> told.computeIfAbsent(entry, one -> new ArrayList<>()).add(outcome));
    }

    private void judge(Seen<JournalEntry> entry) {
        JournalEntry record = entry.record();
        if (record.seq() == 1) {
            begin(entry);
        }
        Map<String, BudgetReading> before = Map.copyOf(standing.getOrDefault(record.chain(), Map.of()));
        record.budgets().forEach(reading -> judge(entry, reading));
        Map<Long, Said> said = heard.computeIfAbsent(record.chain(), chain -> new HashMap<>());
        for (Seen<Outcome> outcome : told.getOrDefault(entry, List.of())) {
            Said now = Said.by(outcome.record());
            Said first = said.get(outcome.record().seq());
            if (first == null && outcome.record().atMs() >= record.atMs()) {
                compare(outcome, entry, before);
                said.put(outcome.record().seq(), now);
            } else if (first != null && !first.equals(now)) {
                complaints.add(Fault.TOLD_OTHERWISE.at(outcome.at(), now + ", at first " + first));
            }
        }
    }

    /** What its first entry does not name, nothing is taken of. Earlier gateways named none at all. */
    private void begin(Seen<JournalEntry> entry) {
        heard.remove(entry.record().chain());
        Map<String, BudgetReading> untouched = new HashMap<>();
        JsonNode limits = ceilings.get(entry.record().policyHash());
        if (limits != null && !entry.record().budgets().isEmpty()) {
            Budgeting.names().forEach(name -> {
                long allowed = Budgeting.ceiling(limits, name) + raised.to(name, entry.record());
                untouched.put(name, new BudgetReading(name, 0, 0, allowed));
            });
        }
        standing.put(entry.record().chain(), untouched);
    }

    private void judge(Seen<JournalEntry> entry, BudgetReading reading) {
        JournalEntry record = entry.record();
        JsonNode limits = ceilings.get(record.policyHash());
        if (limits == null) {
            complaints.add(Fault.RULELESS.at(entry));
            return;
        }
        long allowed = Budgeting.ceiling(limits, reading.ceiling()) + raised.to(reading.ceiling(), record);
        if (reading.used() + reading.reserved() + reading.remaining() != allowed || reading.reserved() < 0) {
            complaints.add(Fault.UNBALANCED.at(entry.at(), reading + ", allowed are " + allowed));
        }
        BudgetReading before = standing.computeIfAbsent(record.chain(), chain -> new HashMap<>())
                .put(reading.ceiling(), reading);
        if (before != null && before.used() > reading.used()) {
            complaints.add(Fault.UNUSED.at(entry.at(), reading + ", before " + before));
        }
    }

    /** An entry that decides about several calls tells each as far as it has come, and the last as it stands behind it. */
    private void compare(Seen<Outcome> outcome, Seen<JournalEntry> entry, Map<String, BudgetReading> before) {
        boolean last = outcome.raw().digest().equals(lastOutcome(entry.record()));
        standing.getOrDefault(entry.record().chain(), Map.of()).forEach((ceiling, reading) -> {
            long used = Budgeting.count(ceiling, outcome.record().used());
            long remaining = Budgeting.count(ceiling, outcome.record().remaining());
            long least = before.containsKey(ceiling) ? before.get(ceiling).used() : 0;
            boolean fits = last
                    ? used == reading.used() && remaining == reading.remaining()
                    : used >= least && used <= reading.used();
            if (!fits) {
                complaints.add(Fault.TOLD_OTHERWISE.at(
                        outcome.at(), ceiling + ": used " + used + ", left " + remaining + ", journaled " + reading));
            }
        });
    }

    private static String lastOutcome(JournalEntry entry) {
        return entry.effects().stream()
                .filter(effect -> OUTCOME.equals(effect.kind()))
                .map(JournalEffect::digest)
                .reduce((one, later) -> later)
                .orElse("");
    }
}
