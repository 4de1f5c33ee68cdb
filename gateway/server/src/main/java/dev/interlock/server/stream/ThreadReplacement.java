package dev.interlock.server.stream;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces a deciding thread that died, up to a rate. Above it the fault is no passing one, and the gateway stops
 * instead of failing for ever.
 */
final class ThreadReplacement implements StreamsUncaughtExceptionHandler {
    static final int MOST = 5;
    static final Duration WITHIN = Duration.ofMinutes(5);

    private static final Logger LOG = LoggerFactory.getLogger(ThreadReplacement.class);

    private final InstantSource clock;
    private final Deque<Instant> deaths = new ArrayDeque<>();

    ThreadReplacement(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public synchronized StreamThreadExceptionResponse handle(Throwable fault) {
        Instant now = clock.instant();
        deaths.add(now);
        while (deaths.peek().isBefore(now.minus(WITHIN))) {
            deaths.remove();
        }
        if (deaths.size() > MOST) {
            LOG.error(
                    "A deciding thread died for the {}th time within {}: the gateway stops",
                    deaths.size(),
                    WITHIN,
                    fault);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }
        LOG.warn("A deciding thread died ({} of {} within {}) and is replaced", deaths.size(), MOST, WITHIN, fault);
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }
}
