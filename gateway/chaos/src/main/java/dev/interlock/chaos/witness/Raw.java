package dev.interlock.chaos.witness;

import dev.interlock.schemas.Position;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/**
 * A record as it stands on a topic.
 *
 * @param at where it stands
 * @param timestampMs when the broker took it in
 * @param key its key; null if it has none
 * @param value its value; null if it has none
 * @param headers its headers, as text
 */
public record Raw(Position at, long timestampMs, byte[] key, byte[] value, Map<String, String> headers) {
    public Raw {
        headers = Map.copyOf(headers);
    }

    /** Its key as text; empty if it has none. */
    public String keyText() {
        return key == null ? "" : new String(key, StandardCharsets.UTF_8);
    }

    /** SHA-256 of its value in hex; empty if it has none. */
    public String digest() {
        try {
            return value == null
                    ? ""
                    : HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(value));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    /** The same at another place with another value. */
    public Raw with(Position other, byte[] changed) {
        return new Raw(other, timestampMs, key, changed, headers);
    }
}
