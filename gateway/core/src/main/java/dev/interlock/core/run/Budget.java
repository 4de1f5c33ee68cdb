package dev.interlock.core.run;

/**
 * One ceiling and what is left of it: {@code allowed = remaining + used + reserved} always. Actual use above what was
 * reserved makes {@code remaining} negative, and then the guard fires.
 *
 * @param allowed the ceiling
 * @param used settled
 * @param reserved given out and not settled
 */
public record Budget(long allowed, long used, long reserved) {

    /** As much as this can be used where a guard only watches, whatever each call costs. */
    private static final long MOST_USED = Long.MAX_VALUE / 4;

    /** A ceiling of which nothing is used. */
    public static Budget of(long allowed) {
        return new Budget(allowed, 0, 0);
    }

    /** What may still be reserved. */
    public long remaining() {
        return allowed - used - reserved;
    }

    /** What is used or may yet turn out used. */
    public long taken() {
        return used + reserved;
    }

    Budget reserve(long amount) {
        return new Budget(allowed, used, reserved + amount);
    }

    Budget settle(long amount) {
        return new Budget(allowed, used + amount, reserved - amount);
    }

    Budget refund(long amount) {
        return new Budget(allowed, used, reserved - amount);
    }

    Budget raise(long amount) {
        return new Budget(allowed + amount, used, reserved);
    }

    /** Beyond {@link #MOST_USED} nothing is counted any more. */
    Budget use(long amount) {
        return new Budget(allowed, Math.min(MOST_USED, used + amount), reserved);
    }
}
