package dev.interlock.chaos.cluster;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting for other processes, within bounds. */
public final class Waiting {
    private static final Duration ANSWER = Duration.ofSeconds(60);

    private Waiting() {}

    /**
     * Looks until it is so.
     *
     * @param between how long it waits before it looks again
     * @return whether it was so within the limit
     */
    public static boolean until(BooleanSupplier condition, Duration between, Duration limit) {
        long began = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - began > limit.toNanos()) {
                return false;
            }
            LockSupport.parkNanos(between.toNanos());
        }
        return true;
    }

    /**
     * Looks until it is so.
     *
     * @throws IllegalStateException if it is not within the limit
     */
    public static void forThis(String what, BooleanSupplier condition, Duration between, Duration limit) {
        if (!until(condition, between, limit)) {
            throw new IllegalStateException("Waited in vain for " + what + ", " + limit.toSeconds() + " s");
        }
    }

    /**
     * What somebody answers, within a minute.
     *
     * @throws IllegalStateException if nothing came, or a failure
     */
    static <T> T on(String what, Future<T> answer) {
        try {
            return answer.get(ANSWER.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("Not known: " + what, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", e);
        }
    }
}
