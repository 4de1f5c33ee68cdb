package dev.interlock.core.operation;

import java.util.OptionalLong;

/**
 * The questions what became of an epoch.
 *
 * @param sent how many were asked
 * @param nextAtMs when the next is asked, or the last given up; empty when none is waited for
 */
public record Queries(int sent, OptionalLong nextAtMs) {
    /** Nobody was asked, and nobody will be. */
    public static final Queries NONE = new Queries(0, OptionalLong.empty());

    /** Whether an answer may still come of itself. */
    public boolean open() {
        return nextAtMs.isPresent();
    }

    Queries next(long atMs) {
        return new Queries(sent, OptionalLong.of(atMs));
    }

    Queries asked() {
        return new Queries(sent + 1, nextAtMs);
    }

    Queries over() {
        return new Queries(sent, OptionalLong.empty());
    }
}
