package dev.interlock.worker;

import java.time.Clock;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The two clocks a worker measures by.
 *
 * @param wall the time of day, which may be set
 * @param nanos a monotonic count of nanoseconds, which may stand still while the machine is suspended
 */
record TimeSource(Clock wall, LongSupplier nanos) {
    static TimeSource system() {
        return new TimeSource(Clock.systemUTC(), System::nanoTime);
    }

    Stopwatch start() {
        return new Stopwatch(this, wall.millis(), nanos.getAsLong());
    }

    /** The time since a moment, by whichever clock says more. */
    record Stopwatch(TimeSource time, long startedMs, long startedNanos) {
        long elapsedMs() {
            long monotonic = TimeUnit.NANOSECONDS.toMillis(time.nanos.getAsLong() - startedNanos);
            return Math.max(monotonic, time.wall.millis() - startedMs);
        }
    }
}
