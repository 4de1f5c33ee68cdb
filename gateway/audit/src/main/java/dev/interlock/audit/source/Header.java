package dev.interlock.audit.source;

import java.nio.charset.StandardCharsets;

/**
 * A header of a record.
 *
 * @param name its name
 * @param value its value; null if it has none
 */
public record Header(String name, byte[] value) {
    /** A header with a text. */
    public static Header of(String name, String text) {
        return new Header(name, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Its value as text; empty if it has none. */
    public String text() {
        return value == null ? "" : new String(value, StandardCharsets.UTF_8);
    }
}
