package dev.interlock.schemas;

/**
 * One effect of a decision, in short form.
 *
 * @param kind kind of effect, such as dispatch, request, outcome, ledger
 * @param key key of the record that was written; may be null
 * @param digest SHA-256 of the record that was written, in hex; may be null
 * @param detail what distinguishes it, in short form; may be null
 */
public record JournalEffect(String kind, String key, String digest, Json detail) {}
