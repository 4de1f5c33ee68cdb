package dev.interlock.audit.source;

import dev.interlock.schemas.Position;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * A record as it stands on a topic.
 *
 * @param at where it stands
 * @param timestampMs when the broker took it in
 * @param key its key; null if it has none
 * @param value its value; null if it has none
 * @param headers its headers, in order
 */
public record Raw(Position at, long timestampMs, byte[] key, byte[] value, List<Header> headers) {
    public Raw {
        headers = List.copyOf(headers);
    }

    /** Its key as text; empty if it has none. */
    public String keyText() {
        return key == null ? "" : new String(key, StandardCharsets.UTF_8);
    }

    /** The last header of a name, as text. */
    public Optional<String> header(String name) {
        return headers.stream()
                .filter(header -> header.name().equals(name))
                .reduce((before, after) -> after)
                .map(Header::text);
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
