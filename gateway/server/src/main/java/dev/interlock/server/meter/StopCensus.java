package dev.interlock.server.meter;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/** The stops that took effect in one task and are not carried to all that was open yet, with the time they are known since. */
public final class StopCensus {
    private final InstantSource clock;
    private final Map<String, Long> since = new HashMap<>();

    StopCensus(InstantSource clock) {
        this.clock = clock;
    }

    /** Whether a stop is still being carried on. */
    public synchronized void put(String stop, boolean goesOn) {
        if (goesOn) {
            since.putIfAbsent(stop, clock.millis());
        } else {
            since.remove(stop);
        }
    }

    synchronized int count() {
        return since.size();
    }

    synchronized long oldestMs(long nowMs) {
        return since.values().stream()
                .mapToLong(known -> Math.max(0, nowMs - known))
                .max()
                .orElse(0);
    }
}
