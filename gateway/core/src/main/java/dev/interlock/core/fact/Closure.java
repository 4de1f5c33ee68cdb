package dev.interlock.core.fact;

import dev.interlock.core.outcome.GuardReading;

/**
 * What the dead-man switch keeps closed, because no operator has said for too long that all is well.
 *
 * @param extent which calls get no dispatch
 * @param heardAtMs when the last sign of life was given; before the first, since when it is waited for
 * @param writesMs milliseconds after that for which writes were let through
 * @param readsMs milliseconds after that for which all other calls were
 * @param retryAfterMs milliseconds after which asking again can help
 */
public record Closure(Extent extent, long heardAtMs, long writesMs, long readsMs, long retryAfterMs) {
    /** What denials call the switch. */
    public static final String GUARD = "dead_man";

    /** Which calls are closed; what cannot be taken back closes first. */
    public enum Extent {
        /** Writes. */
        WRITES,
        /** Every call. */
        ALL
    }

    /** Whether calls of this kind get no dispatch. */
    public boolean reaches(Kind kind) {
        return extent == Extent.ALL || kind == Kind.WRITE;
    }

    /** How long the silence may last for calls of this kind, and has lasted; milliseconds. */
    public GuardReading reading(Kind kind, long atMs) {
        return new GuardReading(GUARD, kind == Kind.WRITE ? writesMs : readsMs, Math.max(0, atMs - heardAtMs));
    }
}
