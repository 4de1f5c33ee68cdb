package dev.interlock.server.wire;

import dev.interlock.core.operation.Operation;
import dev.interlock.core.run.RunState;
import dev.interlock.schemas.ChainHead;
import dev.interlock.schemas.ChainSnapshot;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Limits;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Where a chain stands, and the state it led to.
 *
 * @param chain its name
 * @param position where it stands
 * @param state the state's own bytes as text; empty for the chain of a task
 * @param version of an operation
 */
public record Snapshot(String chain, ChainPosition position, Optional<String> state, Optional<Long> version) {
    private static final int MOST_CHARACTERS = Limits.RECORD_BYTES / 8;

    /** That of a run. */
    public static Snapshot ofRun(Stored<RunState> run) {
        return new Snapshot(
                Keys.runChain(run.state().runId()),
                run.chain(),
                Optional.of(text(StateCodec.RUN.state(run.state()))),
                Optional.empty());
    }

    /** That of an operation. */
    public static Snapshot ofOperation(Stored<Operation> operation) {
        return new Snapshot(
                Keys.operationChain(operation.state().operationId()),
                operation.chain(),
                Optional.of(text(StateCodec.OPERATION.state(operation.state()))),
                Optional.of(operation.state().version()));
    }

    /** That of a task. */
    public static Snapshot ofTask(ChainHead head, long atMs) {
        return new Snapshot(
                head.chain(), new ChainPosition(head.seq(), head.hash(), atMs), Optional.empty(), Optional.empty());
    }

    /** Whether it can be written: the state of a run or an operation is a few KiB, and this is far more. */
    public boolean fits() {
        return state.map(String::length).orElse(0) <= MOST_CHARACTERS;
    }

    /** The record, not signed yet. */
    public ChainSnapshot record(String topic, long atMs) {
        return new ChainSnapshot(
                topic,
                chain,
                position.seq(),
                position.hash(),
                state.orElse(null),
                version.orElse(null),
                position.atMs(),
                atMs,
                "",
                "");
    }

    /** The state of a run that a record has. */
    public static RunState run(ChainSnapshot snapshot) {
        return CoreJson.read(bytes(snapshot), RunState.class);
    }

    /** The state of an operation that a record has. */
    public static Operation operation(ChainSnapshot snapshot) {
        return CoreJson.read(bytes(snapshot), Operation.class);
    }

    private static byte[] bytes(ChainSnapshot snapshot) {
        return snapshot.state().getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] state) {
        return new String(state, StandardCharsets.UTF_8);
    }
}
