package dev.interlock.operator;

import dev.interlock.schemas.DeadLetter;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.LetterError;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Topics;
import dev.interlock.worker.Connection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Looks out for what became of one command: its entry in the journal, and its dead letter where it is refused. */
final class Commanded implements AutoCloseable {
    /** A refused command has a dead letter as well, which says why. */
    private static final String REFUSED = "refused";

    private final RecordCodec<JournalEntry> entries = RecordCodec.of(JournalEntry.class);
    private final RecordCodec<DeadLetter> letters = RecordCodec.of(DeadLetter.class);
    private final Map<Position, String> decisions = new ConcurrentHashMap<>();
    private final Map<Position, LetterError> refusals = new ConcurrentHashMap<>();
    private final Topics topics;
    private final String type;
    private final Watch watch;

    private Commanded(Connection connection, String type) {
        this.topics = connection.topics();
        this.type = type;
        this.watch = Watch.open(connection, List.of(topics.journal(), topics.deadLetters()), this::see);
    }

    /** Looks from now on at commands of one type. */
    static Commanded lookOut(Connection connection, String type) {
        return new Commanded(connection, type);
    }

    /**
     * Waits for what became of the command at a place of the control topic.
     *
     * @return the decision, or field and rule of what is wrong with it; empty when nothing was decided within the limit
     */
    Optional<Operator.Fate> await(Position command, Duration limit) {
        Waiting.until(() -> fate(command).isPresent(), limit);
        return fate(command);
    }

    private Optional<Operator.Fate> fate(Position command) {
        Optional<Operator.Fate> obeyed = Optional.ofNullable(decisions.get(command))
                .filter(decision -> !REFUSED.equals(decision))
                .map(Operator.Fate::decided);
        return Optional.ofNullable(refusals.get(command))
                .map(Operator.Fate::refused)
                .or(() -> obeyed);
    }

    @Override
    public void close() {
        watch.close();
    }

    private void see(ConsumerRecord<byte[], byte[]> record) {
        if (record.topic().equals(topics.deadLetters())) {
            seeLetter(record);
        } else if (Keys.isChain(new String(record.key(), StandardCharsets.UTF_8))) {
            seeEntry(record);
        }
    }

    private void seeEntry(ConsumerRecord<byte[], byte[]> record) {
        JournalEntry entry = entries.decode(record.value()).record();
        Position origin = entry.input().origin();
        if (origin != null && type.equals(entry.input().kind())) {
            decisions.put(origin, entry.decision());
        }
    }

    private void seeLetter(ConsumerRecord<byte[], byte[]> record) {
        DeadLetter letter = letters.decode(record.value()).record();
        if (letter.origin() != null) {
            refusals.put(letter.origin(), letter.error());
        }
        refusals.put(
                new Position(
                        letter.source().topic(),
                        letter.source().partition(),
                        letter.source().offset()),
                letter.error());
    }
}
