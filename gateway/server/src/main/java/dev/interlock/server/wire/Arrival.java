package dev.interlock.server.wire;

import dev.interlock.schemas.Position;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A record as it came off a topic.
 *
 * @param position where it stands
 * @param origin where it first landed, when it was re-routed
 * @param key its key; null when it has none
 * @param value its value; null when it has none
 * @param stop the scope its header says to stop, as the contract writes it
 * @param appendedAtMs when the broker took it in
 * @param takenAtMs when the gateway took it up, by its own clock
 */
public record Arrival(
        Position position,
        Optional<Position> origin,
        byte[] key,
        byte[] value,
        Optional<String> stop,
        long appendedAtMs,
        long takenAtMs) {

    /** The same record, first landed elsewhere. */
    public Arrival from(Position first) {
        return new Arrival(position, Optional.of(first), key, value, stop, appendedAtMs, takenAtMs);
    }

    /** The key as text; empty when it has none or it is not UTF-8. */
    public Optional<String> keyText() {
        if (key == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(key))
                    .toString());
        } catch (CharacterCodingException e) {
            // A key that is no text names no run and no operation.
            return Optional.empty();
        }
    }
}
