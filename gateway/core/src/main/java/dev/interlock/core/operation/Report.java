package dev.interlock.core.operation;

import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Result;

/**
 * A worker's report on one epoch, as kept with the operation.
 *
 * @param epoch the epoch reported on
 * @param result what was reported
 * @param digest digest of the whole report, by which it can be found again
 * @param appendedAtMs when the broker took it in
 */
public record Report(int epoch, Result result, String digest, long appendedAtMs) {

    /** Whether it says that the effect happened, believable or not. */
    public boolean saysCommitted() {
        return result.effect() == Effect.COMMITTED;
    }

    /** Whether it says that the effect did not happen, believable or not. */
    public boolean saysNotCommitted() {
        return result.effect() == Effect.NOT_COMMITTED;
    }

    boolean saysEither() {
        return saysCommitted() || saysNotCommitted();
    }

    /** Whether one of the two says that the effect happened and the other that it did not. */
    boolean opposes(Report other) {
        return (saysCommitted() && other.saysNotCommitted()) || (saysNotCommitted() && other.saysCommitted());
    }

    /** Whether both say that the effect happened, but not the same effect: another value or other evidence. */
    boolean speaksOfAnotherEffect(Report other) {
        boolean same = result.evidence().equals(other.result.evidence())
                && result.value().equals(other.result.value());
        return saysCommitted() && other.saysCommitted() && !same;
    }
}
