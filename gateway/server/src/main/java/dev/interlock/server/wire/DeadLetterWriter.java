package dev.interlock.server.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.interlock.policy.contract.Secrets;
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

    /** Enough to see a secret of which a part would still be kept. */
    private static final int READ = 2 * Limits.DEAD_LETTER_BYTES;

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
                Shown.hidden(error),
                base64(hidden(payload), Limits.DEAD_LETTER_BYTES),
                payload.length,
                Sha256.of(payload),
                atMs);
        return new Outgoing(
                Destination.DEAD_LETTERS, startOf(arrival.key()), CODEC.encode(letter, Format.JSON), "dead_letter");
    }

    /**
     * Without what looks like a secret; the record itself stands where the letter says, as long as its topic has it. Byte
     * by byte, for what cannot be read need not be text.
     */
    private static byte[] hidden(byte[] payload) {
        byte[] start = payload.length <= READ ? payload : Arrays.copyOf(payload, READ);
        return Secrets.hidden(new String(start, ISO_8859_1)).getBytes(ISO_8859_1);
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
