package dev.interlock.server.stream;

import dev.interlock.core.operation.Operation;
import dev.interlock.schemas.OperationResult;
import dev.interlock.server.wire.KeptResult;
import dev.interlock.server.wire.OpenClaim;
import dev.interlock.server.wire.StateCodec;
import dev.interlock.server.wire.Stored;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** Everything an operation-stage task keeps. */
final class OperationStores {
    private final KeyValueStore<Bytes, byte[]> operations;
    private final KeyValueStore<Bytes, byte[]> values;
    private final KeyValueStore<Bytes, byte[]> claims;
    private final KeyValueStore<Bytes, byte[]> task;
    private final DeadlineIndex deadlines;

    OperationStores(ProcessorContext<byte[], byte[]> context) {
        this.operations = context.getStateStore(Names.OPERATIONS);
        this.values = context.getStateStore(Names.OPERATION_VALUES);
        this.claims = context.getStateStore(Names.OPEN_CLAIMS);
        this.task = context.getStateStore(Names.OPERATION_TASK);
        this.deadlines = new DeadlineIndex(context.getStateStore(Names.OPERATION_DEADLINES));
    }

    Optional<Stored<Operation>> operation(String operationId) {
        return Optional.ofNullable(operations.get(Stores.key(operationId))).map(StateCodec.OPERATION::read);
    }

    /** Puts an operation, and its claim among the open ones while it is in flight. */
    void put(Operation operation, byte[] stored) {
        Bytes key = Stores.key(operation.operationId());
        operations.put(key, stored);
        if (operation.state() == Operation.State.IN_FLIGHT) {
            claims.put(key, OpenClaim.of(operation).bytes());
        } else {
            claims.delete(key);
        }
    }

    void delete(String operationId) {
        operations.delete(Stores.key(operationId));
        claims.delete(Stores.key(operationId));
    }

    Optional<OperationResult> value(String operationId) {
        return Optional.ofNullable(values.get(Stores.key(operationId))).map(KeptResult::read);
    }

    void putValue(String operationId, OperationResult result) {
        values.put(Stores.key(operationId), KeptResult.bytes(result));
    }

    /** Removes all that belongs to an operation but its state, which the decision itself removes. */
    void forget(String operationId) {
        values.delete(Stores.key(operationId));
        deadlines.forget(operationId);
    }

    /** Up to {@code most} open claims behind an operation id, in the order of the store. */
    Map<String, OpenClaim> claimsBehind(String cursor, int most) {
        Map<String, OpenClaim> found = new LinkedHashMap<>();
        try (KeyValueIterator<Bytes, byte[]> entries = claims.range(Stores.behind(cursor), null)) {
            while (entries.hasNext() && found.size() < most) {
                var entry = entries.next();
                found.put(Stores.text(entry.key), OpenClaim.read(entry.value));
            }
        }
        return found;
    }

    DeadlineIndex deadlines() {
        return deadlines;
    }

    KeyValueStore<Bytes, byte[]> task() {
        return task;
    }
}
