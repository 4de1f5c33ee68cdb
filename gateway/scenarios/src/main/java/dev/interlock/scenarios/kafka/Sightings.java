package dev.interlock.scenarios.kafka;

import dev.interlock.core.operation.Operation;
import dev.interlock.operator.Watch;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Symbols;
import dev.interlock.schemas.Topics;
import dev.interlock.worker.Connection;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What was seen on the topics of the runs and operations that somebody looks out for. */
final class Sightings implements AutoCloseable {
    private final RecordCodec<Dispatch> dispatches = RecordCodec.of(Dispatch.class);
    private final RecordCodec<LedgerOperation> operations = RecordCodec.of(LedgerOperation.class);
    private final Map<String, Integer> executes = new ConcurrentHashMap<>();
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

    @Override
    public void close() {
        watch.close();
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
        if (Symbols.DispatchType.EXECUTE.equals(dispatch.type())) {
            executes.computeIfPresent(dispatch.runId(), (run, count) -> count + 1);
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
