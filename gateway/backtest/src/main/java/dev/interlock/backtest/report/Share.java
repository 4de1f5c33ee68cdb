package dev.interlock.backtest.report;

import java.util.Locale;
import org.apache.commons.statistics.interval.BinomialConfidenceInterval;
import org.apache.commons.statistics.interval.Interval;

/**
 * A part of a number of runs.
 *
 * @param part how many
 * @param of of how many
 */
public record Share(long part, long of) {
    private static final double ERROR = 0.05;

    /**
     * The 95 % interval after Wilson (1927), which holds for small numbers and for none too.
     *
     * @return its bounds, both 0 to 1; 0 and 1 where there is nothing to take a part of
     */
    Bounds interval() {
        if (of == 0) {
            return new Bounds(0, 1);
        }
        Interval interval = BinomialConfidenceInterval.WILSON_SCORE.fromErrorRate(
                Math.toIntExact(of), Math.toIntExact(part), ERROR);
        return new Bounds(interval.getLowerBound(), interval.getUpperBound());
    }

    /** How sure one may be. */
    record Bounds(double low, double high) {}

    /** Such as {@code 3 of 391 (0.8 %, 0.2 to 2.2)}. */
    @Override
    public String toString() {
        if (of == 0) {
            return "none of none";
        }
        Bounds bounds = interval();
        return String.format(
                Locale.ROOT,
                "%d of %d (%.1f %%, %.1f to %.1f)",
                part,
                of,
                100.0 * part / of,
                100 * bounds.low(),
                100 * bounds.high());
    }
}
