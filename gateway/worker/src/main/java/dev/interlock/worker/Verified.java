package dev.interlock.worker;

import dev.interlock.schemas.Evidence;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Limits;
import java.util.List;
import java.util.Objects;

/**
 * What a verifier found in the system of record.
 *
 * @param effect what happened to the outside world
 * @param evidence revision, whether the goal is reached, receipt; null is no evidence
 */
public record Verified(Effect effect, Evidence evidence) {
    /** A look that tells nothing but its result. */
    public static final Verified NOTHING = new Verified(Effect.NONE, null);

    /** Refuses a receipt over 16 KiB and a subject over 256 characters. */
    public Verified {
        Objects.requireNonNull(effect, "effect");
        if (evidence != null) {
            atMost(
                    "receipt in bytes",
                    evidence.receipt() == null ? 0 : evidence.receipt().size(),
                    Limits.RECEIPT_BYTES);
            atMost("subject in characters", length(evidence.subject()), Limits.ID_LENGTH);
        }
    }

    /**
     * A look at a revision.
     *
     * @param done whether the goal of the run is reached
     */
    public static Verified seen(long revision, boolean done) {
        return new Verified(Effect.NONE, new Evidence(revision, done, null, null, List.of()));
    }

    /**
     * A write that happened.
     *
     * @param done whether the goal of the run is reached
     * @param receipt what proves it, up to 16 KiB in canonical form: anything Jackson can write
     */
    public static Verified committed(long revision, boolean done, Object receipt) {
        Json json = receipt == null || receipt instanceof Json ? (Json) receipt : Json.of(receipt);
        return new Verified(Effect.COMMITTED, new Evidence(revision, done, json, null, List.of()));
    }

    /** A write that did not happen and cannot happen any more on account of this dispatch. */
    public static Verified notCommitted(long revision) {
        return new Verified(Effect.NOT_COMMITTED, new Evidence(revision, false, null, null, List.of()));
    }

    /** A write of which nobody knows. */
    public static Verified unknown(long revision) {
        return new Verified(Effect.UNKNOWN, new Evidence(revision, false, null, null, List.of()));
    }

    /** The same about another counter than the run's one unnamed one. */
    public Verified about(String subject) {
        Evidence same = Objects.requireNonNull(evidence, "evidence");
        return new Verified(effect, new Evidence(same.revision(), same.done(), same.receipt(), subject, same.faults()));
    }

    private static int length(String text) {
        return text == null ? 0 : text.codePointCount(0, text.length());
    }

    private static void atMost(String what, int size, int most) {
        if (size > most) {
            throw new IllegalArgumentException("evidence: " + what + " must be at most " + most + ", was " + size);
        }
    }
}
