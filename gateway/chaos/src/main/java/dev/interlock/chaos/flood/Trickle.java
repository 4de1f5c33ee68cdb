package dev.interlock.chaos.flood;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A hundred new runs a second, each of which proposes a read, until it is closed. */
final class Trickle implements AutoCloseable {
    private static final int EVERY_MS = 10;

    private final ScheduledExecutorService agents = Executors.newSingleThreadScheduledExecutor();
    private final AtomicInteger sent = new AtomicInteger();

    Trickle(Backlog backlog) {
        agents.scheduleAtFixedRate(
                () -> backlog.propose(Backlog.read(sent.getAndIncrement())), 0, EVERY_MS, TimeUnit.MILLISECONDS);
    }

    /** Ends it; returns how many runs there were. */
    int end() {
        close();
        return sent.get();
    }

    @Override
    public void close() {
        agents.close();
    }
}
