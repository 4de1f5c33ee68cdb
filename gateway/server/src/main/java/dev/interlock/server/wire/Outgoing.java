package dev.interlock.server.wire;

import dev.interlock.schemas.JournalEffect;
import java.nio.charset.StandardCharsets;

/**
 * A record to be written.
 *
 * @param to the topic
 * @param key its key; null for a dead letter whose source had none
 * @param value its value; null removes the key from a compacted topic
 * @param kind what it is, as the journal names it
 */
public record Outgoing(Destination to, byte[] key, byte[] value, String kind) {
    static Outgoing of(Destination to, String key, byte[] value, String kind) {
        return new Outgoing(to, key.getBytes(StandardCharsets.UTF_8), value, kind);
    }

    /** The record in the journal's short form. */
    public JournalEffect effect() {
        return new JournalEffect(
                kind,
                key == null ? null : new String(key, StandardCharsets.UTF_8),
                value == null ? null : Sha256.of(value),
                null);
    }
}
