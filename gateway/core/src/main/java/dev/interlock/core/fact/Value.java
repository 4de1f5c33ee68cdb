package dev.interlock.core.fact;

/**
 * A result's value without its bytes.
 *
 * @param digest SHA-256 of the canonical value
 * @param empty whether it carries nothing: absent, null, an empty string, array or object
 */
public record Value(String digest, boolean empty) {
    /** No value. */
    public static final Value ABSENT = new Value("", true);
}
