package dev.interlock.worker;

import java.time.Duration;

/**
 * The bounds of a worker.
 *
 * @param concurrency calls that run at once, at least 1
 * @param queued dispatches that wait in memory before the topics are left alone, at least 1; one poll may add 100
 * @param abandoned threads that may be lost to calls that never return before the worker takes no more work, at least 1
 * @param fenceAge how long after a poll its cancellations count as all there are
 * @param commit the longest to wait for a commit
 */
record WorkerLimits(int concurrency, int queued, int abandoned, Duration fenceAge, Duration commit) {
    static final WorkerLimits DEFAULT = new WorkerLimits(4, 1_000, 16, Duration.ofSeconds(5), Duration.ofSeconds(10));

    WorkerLimits {
        atLeast("concurrency", concurrency, 1);
        atLeast("queued", queued, 1);
        atLeast("abandoned", abandoned, 1);
        atLeast("fenceAge in ms", fenceAge.toMillis(), 1);
        atLeast("commit in ms", commit.toMillis(), 1);
    }

    private static void atLeast(String field, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(field + " must be at least " + least + ", was " + value);
        }
    }
}
