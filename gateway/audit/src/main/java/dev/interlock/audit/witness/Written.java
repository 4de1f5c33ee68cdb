package dev.interlock.audit.witness;

import dev.interlock.audit.source.Raw;
import dev.interlock.schemas.JournalEffect;
import dev.interlock.schemas.JournalEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        entries.forEach((name, by) -> open.put(name, by.size()));
        List<Complaint> complaints = new ArrayList<>();
        ofTheStages().forEach(raw -> {
            if (open.merge(name(raw), -1, Integer::sum) < 0) {
                complaints.add(Fault.UNWRITTEN.at(raw.at() + " with key " + raw.keyText()));
            }
        });
        open.forEach((name, left) -> {
            if (left > 0) {
                complaints.add(Fault.MISSING.at(name + " of " + entries.get(name)));
            }
        });
        return complaints;
    }

    private Stream<Raw> ofTheStages() {
        var topics = recording.topics();
        Stream<Raw> letters = recording.deadLetters().stream()
                .filter(letter -> !letter.record().source().topic().equals(topics.control()))
                .map(Seen::raw);
        Stream<Raw> ledger = recording.on(topics.ledger()).stream();
        return Stream.of(
                        recording.on(topics.dispatches()).stream(),
                        recording.on(topics.operationDispatches()).stream(),
                        recording.on(topics.outcomes()).stream(),
                        recording.on(topics.stageRequests()).stream(),
                        recording.on(topics.stageAnswers()).stream(),
                        letters,
                        ledger)
                .flatMap(records -> records);
    }

    private static Name name(JournalEffect effect) {
        return new Name(effect.key() == null ? "" : effect.key(), effect.digest() == null ? "" : effect.digest());
    }

    private static Name name(Raw raw) {
        return new Name(raw.keyText(), raw.digest());
    }
}
