package dev.interlock.worker;

import dev.interlock.schemas.Evidence;
import dev.interlock.schemas.Json;
import java.util.List;
import java.util.Objects;

/**
 * What a query found of an operation in the system of record.
 *
 * @param verified effect and evidence; never {@link Effect#NONE}, for a question is about a write
 * @param value what the write would have returned; may be null
 */
public record Found(Verified verified, Json value) {
    public Found {
        Objects.requireNonNull(verified, "verified");
        if (verified.effect() == Effect.NONE) {
            throw new IllegalArgumentException("effect must be committed, not_committed or unknown, was none");
        }
    }

    /**
     * The write happened.
     *
     * @param value what it would have returned, anything Jackson can write; may be null
     * @param receipt what proves it, up to 16 KiB: anything Jackson can write. Where the system of record keeps the id of
     *     the dispatch that caused the effect, the receipt names it as {@code dispatch_id}: only so can the effect of an
     *     earlier attempt be told from that of the last
     */
    public static Found committed(Object value, Object receipt) {
        return new Found(
                new Verified(Effect.COMMITTED, new Evidence(null, null, json(receipt), null, List.of())), json(value));
    }

    /** The write did not happen. */
    public static Found notCommitted() {
        return new Found(new Verified(Effect.NOT_COMMITTED, null), null);
    }

    /** It cannot be told, for now. */
    public static Found unknown() {
        return new Found(new Verified(Effect.UNKNOWN, null), null);
    }

    /**
     * The same with the revision of the system of record, for a contract that wants one.
     *
     * @param done whether the goal of the run is reached
     */
    public Found at(long revision, boolean done) {
        Json receipt = verified.evidence() == null ? null : verified.evidence().receipt();
        return new Found(
                new Verified(verified.effect(), new Evidence(revision, done, receipt, null, List.of())), value);
    }

    private static Json json(Object value) {
        return value == null || value instanceof Json ? (Json) value : Json.of(value);
    }
}
