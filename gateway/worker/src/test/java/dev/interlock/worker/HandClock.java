package dev.interlock.worker;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;

/** The two clocks of a worker, moved by hand and apart. */
final class HandClock {
    private long wallMs = 1_000_000;
    private long monotonicMs;

    TimeSource source() {
        return new TimeSource(new Wall(), () -> TimeUnit.MILLISECONDS.toNanos(monotonicMs));
    }

    long wallMs() {
        return wallMs;
    }

    void passes(long ms) {
        wallPasses(ms);
        monotonicPasses(ms);
    }

    void wallPasses(long ms) {
        wallMs += ms;
    }

    void monotonicPasses(long ms) {
        monotonicMs += ms;
    }

    private final class Wall extends Clock {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(wallMs);
        }
    }
}
