package dev.interlock.operator;

import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Topics;
import dev.interlock.worker.Connection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Looks out for the tasks that have taken up a command which concerns all tasks of a stage: each journals it. */
final class Announced implements AutoCloseable {
    private final RecordCodec<JournalEntry> entries = RecordCodec.of(JournalEntry.class);
    private final Map<Position, Set<String>> chains = new ConcurrentHashMap<>();
    private final String type;
    private final Topics topics;
    private final Watch watch;

    private Announced(Connection connection, String type) {
        this.type = type;
        this.topics = connection.topics();
        this.watch = Watch.open(connection, List.of(topics.journal()), this::see);
    }

    /** Looks from now on at commands of one type. */
    static Announced lookOut(Connection connection, String type) {
        return new Announced(connection, type);
    }

    /** Whether every task has taken up the command at a place of the control topic, within the limit. */
    boolean everywhere(Position command, Duration limit) {
        int tasks = watch.partitions(topics.journal());
        Waiting.until(() -> taken(command) >= tasks, limit);
        return taken(command) >= tasks;
    }

    private int taken(Position command) {
        return chains.getOrDefault(command, Set.of()).size();
    }

    private void see(ConsumerRecord<byte[], byte[]> record) {
        if (!Keys.isChain(new String(record.key(), StandardCharsets.UTF_8))) {
            return;
        }
        JournalEntry entry = entries.decode(record.value()).record();
        Position origin = entry.input().origin();
        if (origin != null && type.equals(entry.input().kind())) {
            chains.computeIfAbsent(origin, command -> ConcurrentHashMap.newKeySet())
                    .add(entry.chain());
        }
    }

    @Override
    public void close() {
        watch.close();
    }
}
