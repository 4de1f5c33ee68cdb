package dev.interlock.schemas;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * A record that could not be read, and why. Its key is the key of that record.
 *
 * @param source where the record stands
 * @param origin where it first landed, if it was re-routed; may be null
 * @param key its key; absent if it had none; may be null
 * @param error why it could not be read
 * @param payloadBase64 its first 64 KiB
 * @param payloadSize its whole size in bytes
 * @param payloadDigest SHA-256 of the whole payload, in hex
 * @param atMs when it was found, by the clock of the gateway. Milliseconds since the epoch
 */
@RecordBuilder
public record DeadLetter(
        LetterSource source,
        Position origin,
        LetterKey key,
        LetterError error,
        String payloadBase64,
        long payloadSize,
        String payloadDigest,
        long atMs)
        implements WireRecord {}
