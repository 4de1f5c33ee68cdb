package dev.interlock.server.wire;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.interlock.core.operation.Operation;
import dev.interlock.core.run.RunState;
import dev.interlock.schemas.Format;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The bytes of a state in its store. Equal states have equal bytes, so their hash can stand in the journal.
 *
 * @param <S> the core's type of it
 */
public final class StateCodec<S> {
    /** Runs. */
    public static final StateCodec<RunState> RUN = new StateCodec<>(RunState.class);
    /** Operations. */
    public static final StateCodec<Operation> OPERATION = new StateCodec<>(Operation.class);
    /** The hash of there being no state. */
    public static final String NO_STATE = Sha256.of(new byte[0]);

    private final JavaType stored;

    private StateCodec(Class<S> type) {
        this.stored = TypeFactory.defaultInstance().constructParametricType(Stored.class, type);
    }

    /** The state's own bytes. */
    public byte[] state(S state) {
        return CoreJson.bytes(state);
    }

    /** The hash of a state's own bytes, as the journal names it. */
    public static String hash(byte[] state) {
        return Sha256.of(state);
    }

    /** The store's value. */
    public byte[] stored(ChainPosition chain, Optional<Format> format, byte[] state) {
        return CoreJson.bytes(new Envelope(chain, format, new RawValue(new String(state, StandardCharsets.UTF_8))));
    }

    /** Reads a store's value. */
    public Stored<S> read(byte[] bytes) {
        return CoreJson.read(bytes, stored);
    }

    private record Envelope(ChainPosition chain, Optional<Format> format, RawValue state) {}
}
