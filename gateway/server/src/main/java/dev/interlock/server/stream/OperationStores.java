package dev.interlock.server.stream;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.operation.Operation;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.OperationResult;
import dev.interlock.server.meter.OperationCensus;
import dev.interlock.server.wire.KeptReports;
import dev.interlock.server.wire.KeptResult;
import dev.interlock.server.wire.OpenClaim;
import dev.interlock.server.wire.Snapshot;
import dev.interlock.server.wire.StateCodec;
import dev.interlock.server.wire.Stored;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** Everything an operation-stage task keeps. */
final class OperationStores {
    private static final byte OWN = 0;
    private static final byte CONTRADICTING = 1;
    private static final byte ARGUMENTS = 2;
    private static final byte ACTIVATION = 3;
    /** The most activations dropped at a time. */
    static final int DROPPED = 100;

    private final KeyValueStore<Bytes, byte[]> operations;
    private final KeyValueStore<Bytes, byte[]> values;
    private final KeyValueStore<Bytes, byte[]> claims;
    private final KeyValueStore<Bytes, byte[]> task;
    private final DeadlineIndex deadlines;
    private final OperationCensus census;

    OperationStores(ProcessorContext<byte[], byte[]> context, OperationCensus census) {
        this.census = census;
        this.operations = context.getStateStore(Names.OPERATIONS);
        this.values = context.getStateStore(Names.OPERATION_VALUES);
        this.claims = context.getStateStore(Names.OPEN_CLAIMS);
        this.task = context.getStateStore(Names.OPERATION_TASK);
        this.deadlines = new DeadlineIndex(context.getStateStore(Names.OPERATION_DEADLINES));
    }

    Optional<Stored<Operation>> operation(String operationId) {
        return Optional.ofNullable(operations.get(Stores.key(operationId))).map(StateCodec.OPERATION::read);
    }

    /** Puts an operation, and its claim among the open ones while it is open. */
    void put(Operation operation, byte[] stored) {
        Bytes key = Stores.key(operation.operationId());
        operations.put(key, stored);
        if (operation.open()) {
            claims.put(key, OpenClaim.of(operation).bytes());
        } else {
            claims.delete(key);
        }
        census.put(operation.operationId(), Optional.of(operation));
    }

    /** Counts the open operations that are there when the task begins. */
    void count(StageTask counting) {
        Recount.Visit visit = new Recount.Visit(
                (id, claim) -> census.put(id, operation(id).map(Stored::state)), last -> {}, census::complete);
        new Recount(counting, claims, visit).start();
    }

    void delete(String operationId) {
        operations.delete(Stores.key(operationId));
        claims.delete(Stores.key(operationId));
        census.put(operationId, Optional.empty());
    }

    KeptReports reports(String operationId) {
        return new KeptReports(report(OWN, operationId), report(CONTRADICTING, operationId));
    }

    void putReport(String operationId, OperationResult report) {
        values.put(OwnedKey.of(OWN, operationId, ""), KeptResult.bytes(report));
    }

    void putContradiction(String operationId, OperationResult report) {
        values.put(OwnedKey.of(CONTRADICTING, operationId, ""), KeptResult.bytes(report));
    }

    void dropContradiction(String operationId) {
        values.delete(OwnedKey.of(CONTRADICTING, operationId, ""));
    }

    /** Keeps a write's arguments for who may be asked what became of it. */
    void putArguments(String operationId, Json arguments) {
        values.put(OwnedKey.of(ARGUMENTS, operationId, ""), arguments.toString().getBytes(StandardCharsets.UTF_8));
    }

    Optional<Json> arguments(String operationId) {
        return Optional.ofNullable(values.get(OwnedKey.of(ARGUMENTS, operationId, "")))
                .map(Json::parse);
    }

    void dropArguments(String operationId) {
        values.delete(OwnedKey.of(ARGUMENTS, operationId, ""));
    }

    /** The number an activation was counted under for a root; empty when it was not. */
    OptionalLong activation(String root, String requestId) {
        byte[] number = values.get(OwnedKey.of(ACTIVATION, root, requestId));
        return number == null
                ? OptionalLong.empty()
                : OptionalLong.of(ByteBuffer.wrap(number).getLong());
    }

    void putActivation(String root, String requestId, long number) {
        values.put(
                OwnedKey.of(ACTIVATION, root, requestId),
                ByteBuffer.allocate(Long.BYTES).putLong(number).array());
    }

    /** Drops the next of what was counted for a root, at most {@link #DROPPED}; returns how many. */
    int dropActivations(String root) {
        List<Bytes> keys = new ArrayList<>();
        try (KeyValueIterator<Bytes, byte[]> counted = values.prefixScan(
                OwnedKey.of(ACTIVATION, root, ""), Serdes.Bytes().serializer())) {
            while (counted.hasNext() && keys.size() < DROPPED) {
                keys.add(counted.next().key);
            }
        }
        keys.forEach(values::delete);
        return keys.size();
    }

    private Optional<OperationResult> report(byte tag, String operationId) {
        return Optional.ofNullable(values.get(OwnedKey.of(tag, operationId, "")))
                .map(KeptResult::read);
    }

    /**
     * Removes all that belongs to an operation but its state, which the decision itself removes. Of activations no more than
     * are dropped at a time are left by then.
     */
    void forget(String operationId) {
        values.delete(OwnedKey.of(OWN, operationId, ""));
        dropContradiction(operationId);
        dropArguments(operationId);
        dropActivations(operationId);
        deadlines.forget(operationId);
    }

    /** The next open claims behind an operation id that a stop reaches. */
    Stretch<OpenClaim> claimsBehind(String cursor, Stop stop) {
        return Stretch.behind(claims, cursor, OpenClaim::read, (id, claim) -> claim.isReachedBy(stop));
    }

    /** Where the chains of the next operations behind an operation id stand. */
    Stretch<Snapshot> snapshotsBehind(String cursor) {
        return Stretch.behind(
                operations,
                cursor,
                stored -> Snapshot.ofOperation(StateCodec.OPERATION.read(stored)),
                (id, snapshot) -> snapshot.fits());
    }

    DeadlineIndex deadlines() {
        return deadlines;
    }

    KeyValueStore<Bytes, byte[]> task() {
        return task;
    }
}
