package dev.interlock.schemas;

/**
 * Key of an unreadable record.
 *
 * @param base64 the bytes of the key, up to 1 KiB of them
 * @param text the key as text, if it is UTF-8; may be null
 */
public record LetterKey(String base64, String text) {}
