package dev.interlock.scenarios.kafka;

import dev.interlock.core.operation.Operation;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Symbols;
import dev.interlock.schemas.Topics;
import dev.interlock.worker.Connection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** What was seen on the topics of the runs, operations and commands that somebody looks out for. */
final class Sightings implements AutoCloseable {
    private final RecordCodec<Dispatch> dispatches = RecordCodec.of(Dispatch.class);
    private final RecordCodec<LedgerOperation> operations = RecordCodec.of(LedgerOperation.class);
    private final Map<String, Integer> executes = new ConcurrentHashMap<>();
    private final Map<String, Set<TopicPartition>> markers = new ConcurrentHashMap<>();
    private final Map<String, Optional<LedgerOperation>> ledger = new ConcurrentHashMap<>();
    private final Topics topics;
    private final Watch watch;

    private Sightings(Connection connection) {
        this.topics = connection.topics();
        this.watch = Watch.open(
                connection, List.of(topics.dispatches(), topics.operationDispatches(), topics.ledger()), this::see);
    }

    static Sightings open(Connection connection) {
        return new Sightings(connection);
    }

    /** Looks out for a playing's runs and operations, until it is told to forget them. */
    void lookOutFor(Names names) {
        names.runs().forEach(run -> executes.put(run, 0));
        names.scenario()
                .expected()
                .operations()
                .keySet()
                .forEach(id -> ledger.put(Keys.ledgerOperation(names.operation(id)), Optional.empty()));
    }

    void forget(Names names) {
        names.runs().forEach(executes::remove);
        names.scenario()
                .expected()
                .operations()
                .keySet()
                .forEach(id -> ledger.remove(Keys.ledgerOperation(names.operation(id))));
    }

    int partitions() {
        return watch.partitions(topics.dispatches());
    }

    /** How many <em>execute</em> dispatches there were for these runs, counting all that is on the topics now. */
    int dispatches(Names names) {
        watch.catchUp();
        return names.runs().stream().mapToInt(executes::get).sum();
    }

    /** The latest state of an operation that is looked out for. */
    Optional<Operation.State> state(String operationId) {
        return operation(operationId)
                .map(operation -> Operation.State.valueOf(operation.state().toUpperCase(Locale.ROOT)));
    }

    /** What the ledger last showed of an operation that is looked out for. */
    Optional<LedgerOperation> operation(String operationId) {
        return ledger.get(Keys.ledgerOperation(operationId));
    }

    /** Looks out for the markers that a command leaves where it takes effect. */
    void lookOutForMarkers(String controlId) {
        markers.put(controlId, ConcurrentHashMap.newKeySet());
    }

    /**
     * Waits until a command has left its marker in enough partitions of both dispatch topics, then forgets it.
     *
     * @param runPartitions how many partitions of reads and model calls it concerns; of writes it concerns all
     * @return whether it has within the limit
     */
    boolean awaitMarkers(String controlId, int runPartitions, Duration limit) {
        int operationPartitions = watch.partitions(topics.operationDispatches());
        boolean seen = Waiting.until(
                () -> count(controlId, topics.dispatches()) >= runPartitions
                        && count(controlId, topics.operationDispatches()) == operationPartitions,
                limit);
        markers.remove(controlId);
        return seen;
    }

    @Override
    public void close() {
        watch.close();
    }

    private long count(String controlId, String topic) {
        return markers.get(controlId).stream()
                .filter(p -> p.topic().equals(topic))
                .count();
    }

    private void see(ConsumerRecord<byte[], byte[]> record) {
        if (record.topic().equals(topics.ledger())) {
            seeLedger(record);
        } else {
            seeDispatch(record);
        }
    }

    private void seeDispatch(ConsumerRecord<byte[], byte[]> record) {
        Dispatch dispatch = dispatches.decode(record.value()).record();
        switch (dispatch.type()) {
            case Symbols.DispatchType.EXECUTE -> executes.computeIfPresent(dispatch.runId(), (run, count) -> count + 1);
            case Symbols.DispatchType.MARKER ->
                markers.computeIfPresent(dispatch.stop().controlId(), (id, seen) -> {
                    seen.add(new TopicPartition(record.topic(), record.partition()));
                    return seen;
                });
            default -> {
                // Queries and cancels execute nothing.
            }
        }
    }

    private void seeLedger(ConsumerRecord<byte[], byte[]> record) {
        String key = new String(record.key(), StandardCharsets.UTF_8);
        if (ledger.containsKey(key) && record.value() != null) {
            LedgerOperation operation = operations.decode(record.value()).record();
            ledger.computeIfPresent(key, (id, before) -> Optional.of(operation));
        }
    }
}
