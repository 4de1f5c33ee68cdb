package dev.interlock.audit.witness;

import dev.interlock.audit.source.Raw;
import dev.interlock.schemas.JournalEffect;
import dev.interlock.schemas.JournalEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Which journal entry wrote which record: an effect names key and digest of what was written. */
final class Written {
    /**
     * What identifies a written record.
     *
     * @param key its key
     * @param digest digest of its value; empty for none
     */
    private record Name(String key, String digest) {}

    private static final String LEDGER = "ledger";
    private static final String OPERATION = "op:";

    private final Map<Name, List<Seen<JournalEntry>>> entries = new HashMap<>();
    private final Recording recording;

    Written(Recording recording) {
        this.recording = recording;
        for (Seen<JournalEntry> entry : recording.journal()) {
            for (JournalEffect effect : entry.record().effects()) {
                entries.computeIfAbsent(name(effect), key -> new ArrayList<>()).add(entry);
            }
        }
    }

    /** The first entry that wrote it. */
    Optional<Seen<JournalEntry>> by(Raw raw) {
        return entries.getOrDefault(name(raw), List.of()).stream().findFirst();
    }

    /** Each record of a stage is named by exactly one effect, and each effect names one record. */
    List<Complaint> complaints() {
        Map<Name, Integer> open = new HashMap<>();
        entries.forEach((name, by) -> {
            if (recording.owns(name.key())) {
                open.put(name, by.size());
            }
        });
        Set<String> kept = new HashSet<>();
        recording.on(recording.topics().ledger()).forEach(raw -> kept.add(raw.keyText()));
        List<Complaint> complaints = new ArrayList<>();
        ofTheStages().filter(raw -> recording.owns(raw.keyText())).forEach(raw -> {
            if (open.merge(name(raw), -1, Integer::sum) < 0 && recording.isWithin(raw.timestampMs())) {
                complaints.add(Fault.UNWRITTEN.at(raw.at(), "has the key " + raw.keyText()));
            }
        });
        open.forEach((name, left) -> {
            Seen<JournalEntry> by = left > 0 ? entries.get(name).getFirst() : null;
            if (by != null && recording.isWithin(by.record().atMs()) && !isCompacted(by, name, kept)) {
                complaints.add(Fault.MISSING.at(by.at(), name));
            }
        });
        return complaints;
    }

    /** The ledger keeps the latest record of a key, and of one that was erased nothing. What that is, is another check. */
    private static boolean isCompacted(Seen<JournalEntry> by, Name name, Set<String> kept) {
        boolean ofLedger = by.record().effects().stream()
                .anyMatch(effect -> LEDGER.equals(effect.kind()) && name.equals(name(effect)));
        return ofLedger && (name.key().startsWith(OPERATION) || name.digest().isEmpty() || kept.contains(name.key()));
    }

    private Stream<Raw> ofTheStages() {
        var topics = recording.topics();
        Stream<Raw> letters = recording.deadLetters().stream()
                .filter(letter -> !letter.record().source().topic().equals(topics.control()))
                .map(Seen::raw);
        return Stream.concat(
                letters,
                Stream.of(
                                topics.dispatches(),
                                topics.operationDispatches(),
                                topics.outcomes(),
                                topics.stageRequests(),
                                topics.stageAnswers(),
                                topics.ledger())
                        .flatMap(topic -> recording.on(topic).stream()));
    }

    private static Name name(JournalEffect effect) {
        return new Name(effect.key() == null ? "" : effect.key(), effect.digest() == null ? "" : effect.digest());
    }

    private static Name name(Raw raw) {
        return new Name(raw.keyText(), raw.digest());
    }
}
