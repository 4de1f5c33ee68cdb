package dev.interlock.server.door;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How often each caller may ask: so many times a second on average, and so many at once after a pause (a token bucket, counted
 * in whole thousandths). Those who have not asked for long are forgotten first, which allows them no more than a pause would.
 */
final class Pace {
    /** More callers than a gateway knows tokens. */
    private static final int MOST_CALLERS = 4_096;

    private static final long ONE = 1_000;

    private final InstantSource clock;
    private final long perSecond;
    private final long atOnce;
    private final Map<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
            return size() > MOST_CALLERS;
        }
    };

    private record Bucket(long thousandths, long atMs) {}

    Pace(InstantSource clock, int perSecond, int atOnce) {
        this.clock = clock;
        this.perSecond = perSecond;
        this.atOnce = atOnce;
    }

    /** Whether the caller may ask now; if so, it is counted. */
    synchronized boolean allows(String caller) {
        long now = clock.millis();
        Bucket bucket = buckets.getOrDefault(caller, new Bucket(atOnce * ONE, now));
        // A clock that is set back fills nothing, and takes nothing.
        long passedMs = Math.clamp(now - bucket.atMs(), 0, atOnce * ONE);
        long filled = Math.min(atOnce * ONE, bucket.thousandths() + passedMs * perSecond);
        boolean allowed = filled >= ONE;
        buckets.put(caller, new Bucket(allowed ? filled - ONE : filled, now));
        return allowed;
    }
}
