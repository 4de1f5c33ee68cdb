package dev.interlock.core.policy;

/**
 * How many calls may be made in a time. As of all ceilings a cap of n allows n: in no stretch of time of this length are
 * more of them sent.
 *
 * @param calls how many, at least 1
 * @param perMs milliseconds in which they are counted, at least 1
 */
public record RateRule(int calls, long perMs) {

    public RateRule {
        Parts.within("rate.calls", calls, 1, Ceilings.MOST);
        Parts.within("rate.per_ms", perMs, 1, Ceilings.LONGEST_MS);
    }
}
