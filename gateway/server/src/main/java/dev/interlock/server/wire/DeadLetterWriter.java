package dev.interlock.server.wire;

import dev.interlock.schemas.DeadLetter;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.LetterError;
import dev.interlock.schemas.LetterKey;
import dev.interlock.schemas.LetterSource;
import dev.interlock.schemas.Limits;
import dev.interlock.schemas.RecordCodec;
import java.util.Arrays;
import java.util.Base64;

/** Writes what could not be read, and why. */
public final class DeadLetterWriter {
    private static final RecordCodec<DeadLetter> CODEC = RecordCodec.of(DeadLetter.class);

    private DeadLetterWriter() {}

    /** The letter of a record, under the record's own key, or the start of one that is longer than any id. */
    public static Outgoing letter(Arrival arrival, LetterError error, long atMs) {
        byte[] payload = arrival.value() == null ? new byte[0] : arrival.value();
        DeadLetter letter = new DeadLetter(
                new LetterSource(
                        arrival.position().topic(),
                        arrival.position().partition(),
                        arrival.position().offset(),
                        arrival.appendedAtMs()),
                arrival.origin().orElse(null),
                key(arrival),
                error,
                base64(payload, Limits.DEAD_LETTER_BYTES),
                payload.length,
                Sha256.of(payload),
                atMs);
        return new Outgoing(
                Destination.DEAD_LETTERS, startOf(arrival.key()), CODEC.encode(letter, Format.JSON), "dead_letter");
    }

    private static byte[] startOf(byte[] key) {
        return key == null || key.length <= Limits.DEAD_LETTER_KEY_BYTES
                ? key
                : Arrays.copyOf(key, Limits.DEAD_LETTER_KEY_BYTES);
    }

    private static LetterKey key(Arrival arrival) {
        return arrival.key() == null
                ? null
                : new LetterKey(
                        base64(arrival.key(), Limits.DEAD_LETTER_KEY_BYTES),
                        arrival.keyText().map(Shown::of).orElse(null));
    }

    private static String base64(byte[] bytes, int most) {
        return Base64.getEncoder().encodeToString(bytes.length <= most ? bytes : Arrays.copyOf(bytes, most));
    }
}
