package dev.interlock.core.operation;

import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Result;
import java.util.Locale;

/**
 * What is known of one epoch, as kept with the operation.
 *
 * @param source who says so
 * @param epoch the epoch reported on
 * @param result what was reported
 * @param digest digest of the whole report, by which it can be found again
 * @param appendedAtMs when the broker took it in
 */
public record Report(Source source, int epoch, Result result, String digest, long appendedAtMs) {

    /** Who can say what became of an epoch. */
    public enum Source {
        /** The worker that got its dispatch. */
        WORKER,
        /** A worker that was asked what became of it. */
        QUERY,
        /** An operator who looked. */
        OPERATOR;

        /** The symbol written in records. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

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

    /**
     * Whether both are answers to the same dispatch and say that the effect happened, but not the same effect: another
     * value or other evidence. Whoever only looked at the effect may describe it in other words.
     */
    boolean speaksOfAnotherEffect(Report other) {
        boolean answers = source == Source.WORKER && other.source == Source.WORKER;
        boolean same = result.evidence().equals(other.result.evidence())
                && result.value().equals(other.result.value());
        return answers && saysCommitted() && other.saysCommitted() && !same;
    }
}
