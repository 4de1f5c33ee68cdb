package dev.interlock.operator;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting for something that can only be looked at. */
public final class Waiting {
    private static final long POLL_NANOS = 20_000_000;

    private Waiting() {}

    /** Looks until it is so; whether it was within the limit. */
    public static boolean until(BooleanSupplier condition, Duration limit) {
        long began = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - began > limit.toNanos()) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }

    /**
     * Looks until it is so.
     *
     * @throws IllegalStateException if it is not within the limit
     */
    public static void forThis(String what, BooleanSupplier condition, Duration limit) {
        if (!until(condition, limit)) {
            throw new IllegalStateException("waited in vain for " + what + ", " + limit.toSeconds() + " s");
        }
    }
}
