package dev.interlock.audit.forgery;

import dev.interlock.audit.source.Raw;
import dev.interlock.audit.witness.Effects;
import dev.interlock.audit.witness.Recording;
import dev.interlock.audit.witness.Seen;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.JournalEffect;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.JournalEntryBuilder;
import dev.interlock.schemas.JournalInput;
import dev.interlock.schemas.JournalInputBuilder;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Topics;
import dev.interlock.schemas.WireRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Tampers with a copy of a recording, and knows what it does: whatever it changes, it makes right all hashes that follow
 * from it, so that nothing is wrong afterwards but what is meant to be.
 */
final class Forger {
    private static final String NONE = "0".repeat(64);

    private final Topics topics;
    private final List<Raw> raws;
    private final Map<String, List<String>> calls;

    Forger(RecordedLife.Lived original) {
        this.topics = original.recording().topics();
        this.raws = new ArrayList<>(original.recording().all());
        this.calls = new TreeMap<>(original.effects().calls());
    }

    Topics topics() {
        return topics;
    }

    /** What it has made of the recording so far. */
    Recording recording() {
        return new Recording(topics, raws);
    }

    /** What it has made of what the receiver saw. */
    Effects effects() {
        return new Effects(calls, 0);
    }

    /** Lets a dispatch have called the receiver once more. */
    void call(String name, String dispatchId) {
        calls.merge(
                name,
                List.of(dispatchId),
                (before, more) -> Stream.concat(before.stream(), more.stream()).toList());
    }

    /** Lets nothing have called the receiver under a name. */
    void uncall(String name) {
        calls.remove(name);
    }

    /** Takes a record away. */
    void drop(Raw raw) {
        raws.remove(index(raw.at()));
    }

    /** Takes all records of a topic away that came from one. */
    void drop(List<? extends Seen<?>> seen) {
        seen.forEach(each -> drop(each.raw()));
    }

    /** Puts a record at the end of a partition. */
    Raw add(String topic, int partition, String key, byte[] value) {
        return add(raws.getFirst().with(new Position(topic, partition, 0), value), key);
    }

    /** Puts a record there again, at the end of its partition. */
    Raw again(Raw raw) {
        return add(raw, raw.keyText());
    }

    private Raw add(Raw like, String key) {
        Position at = new Position(like.at().topic(), like.at().partition(), end(like.at()));
        Raw added = new Raw(at, like.timestampMs(), key.getBytes(StandardCharsets.UTF_8), like.value(), like.headers());
        raws.add(added);
        return added;
    }

    /** Puts a record under another key, on another partition, or both. */
    void move(Raw raw, int partition, String key) {
        Position at = new Position(raw.at().topic(), partition, raw.at().offset());
        drop(raw);
        raws.add(new Raw(at, raw.timestampMs(), key.getBytes(StandardCharsets.UTF_8), raw.value(), raw.headers()));
    }

    /** Lets a record say something else. */
    <T extends WireRecord> void change(Seen<T> seen, T record) {
        replace(seen.at(), bytes(record));
    }

    /** Lets a record say something else, and no hash follow. */
    <T extends WireRecord> void overwrite(Seen<T> seen, T record) {
        overwrite(seen.raw(), bytes(record));
    }

    /** The same with any value. */
    void overwrite(Raw raw, byte[] value) {
        raws.set(index(raw.at()), raw.with(raw.at(), value));
    }

    /** Enters one more input into a chain, or begins one. */
    Seen<JournalEntry> enter(
            Seen<JournalEntry> like, String chain, Raw input, UnaryOperator<JournalEntryBuilder> what) {
        List<Seen<JournalEntry>> before = chain(chain);
        Seen<JournalEntry> last = before.isEmpty() ? like : before.getLast();
        JournalInput taken = JournalInputBuilder.builder(like.record().input())
                .topic(input.at().topic())
                .partition(input.at().partition())
                .offset(input.at().offset())
                .build();
        JournalEntry entry = what.apply(JournalEntryBuilder.builder(like.record())
                        .chain(chain)
                        .seq(before.size() + 1L)
                        .prevHash(before.isEmpty() ? NONE : last.raw().digest())
                        .linkedHead(null)
                        .input(taken)
                        .budgets(List.of())
                        .effects(List.of())
                        .atMs(last.record().atMs()))
                .build();
        return new Seen<>(add(topics.journal(), last.at().partition(), chain, bytes(entry)), entry);
    }

    /** Lets an entry have written one more record, and writes it. */
    Raw write(Seen<JournalEntry> by, String topic, int partition, String key, byte[] value) {
        Raw written = add(topic, partition, key, value);
        Seen<JournalEntry> now =
                chain(by.record().chain()).get((int) by.record().seq() - 1);
        List<JournalEffect> effects = Stream.concat(now.record().effects().stream(), Stream.of(effect(written)))
                .toList();
        change(now, JournalEntryBuilder.builder(now.record()).effects(effects).build());
        return written;
    }

    /** Takes a record away, and from the entry that wrote it that it did. */
    void unwrite(Raw raw) {
        drop(raw);
        recording().journal().stream()
                .filter(entry -> entry.record().effects().stream().anyMatch(effect -> names(effect, raw)))
                .findFirst()
                .ifPresent(entry -> change(
                        entry,
                        JournalEntryBuilder.builder(entry.record())
                                .effects(entry.record().effects().stream()
                                        .filter(effect -> !names(effect, raw))
                                        .toList())
                                .build()));
    }

    private static boolean names(JournalEffect effect, Raw raw) {
        return raw.keyText().equals(effect.key()) && raw.digest().equals(effect.digest());
    }

    /** The entries of a chain. */
    List<Seen<JournalEntry>> chain(String name) {
        return recording().journal().stream()
                .filter(entry -> entry.record().chain().equals(name))
                .toList();
    }

    @SuppressWarnings("unchecked")
    static <T extends WireRecord> byte[] bytes(T record) {
        return RecordCodec.of((Class<T>) record.getClass()).encode(record, Format.JSON);
    }

    private JournalEffect effect(Raw written) {
        String kind = written.at().topic().equals(topics.outcomes()) ? "outcome" : "forged";
        return new JournalEffect(kind, written.keyText(), written.digest(), null);
    }

    /** Whoever names the digest of what was replaced is replaced as well. */
    private void replace(Position at, byte[] value) {
        Raw before = raws.get(index(at));
        Raw after = before.with(at, value);
        raws.set(index(at), after);
        for (int i = 0; i < raws.size(); i++) {
            Raw raw = raws.get(i);
            String text = raw.value() == null ? "" : new String(raw.value(), StandardCharsets.ISO_8859_1);
            if (text.contains(before.digest())) {
                byte[] renamed = text.replace(before.digest(), after.digest()).getBytes(StandardCharsets.ISO_8859_1);
                replace(raw.at(), renamed);
            }
        }
    }

    private int index(Position at) {
        for (int i = 0; i < raws.size(); i++) {
            if (raws.get(i).at().equals(at)) {
                return i;
            }
        }
        throw new IllegalStateException("Not there: " + at);
    }

    private long end(Position like) {
        return raws.stream()
                        .map(Raw::at)
                        .filter(at -> at.topic().equals(like.topic()) && at.partition() == like.partition())
                        .mapToLong(Position::offset)
                        .max()
                        .orElse(-1)
                + 1;
    }
}
