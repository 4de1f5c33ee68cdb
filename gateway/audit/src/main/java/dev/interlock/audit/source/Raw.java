package dev.interlock.audit.source;

import dev.interlock.schemas.Position;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** A record as it stands on a topic. */
public final class Raw {
    private final Position at;
    private final long timestampMs;
    private final byte[] key;
    private final byte[] value;
    private final List<Header> headers;
    /** Of the value; null until somebody asks for it. Several threads may find it out, and find the same. */
    private String digest;

    /**
     * A record.
     *
     * @param at where it stands
     * @param timestampMs when the broker took it in
     * @param key its key; null if it has none
     * @param value its value; null if it has none
     * @param headers its headers, in order
     */
    public Raw(Position at, long timestampMs, byte[] key, byte[] value, List<Header> headers) {
        this.at = at;
        this.timestampMs = timestampMs;
        this.key = key;
        this.value = value;
        this.headers = List.copyOf(headers);
    }

    /**
     * The same without the value, of which the digest is left.
     *
     * @param kept the headers to keep
     */
    public static Raw reduced(Position at, long timestampMs, byte[] key, String digest, List<Header> kept) {
        Raw raw = new Raw(at, timestampMs, key, null, kept);
        raw.digest = digest;
        return raw;
    }

    /** Where it stands. */
    public Position at() {
        return at;
    }

    /** When the broker took it in. Milliseconds since the epoch. */
    public long timestampMs() {
        return timestampMs;
    }

    /** Its key; null if it has none. */
    public byte[] key() {
        return key;
    }

    /** Its value; null if it has none, or it was left out. */
    public byte[] value() {
        return value;
    }

    /** Its headers, in order. */
    public List<Header> headers() {
        return headers;
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
        if (digest == null) {
            digest = digestOf(value);
        }
        return digest;
    }

    /** The same at another place with another value. */
    public Raw with(Position other, byte[] changed) {
        return new Raw(other, timestampMs, key, changed, headers);
    }

    private static String digestOf(byte[] value) {
        try {
            return value == null
                    ? ""
                    : HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(value));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
