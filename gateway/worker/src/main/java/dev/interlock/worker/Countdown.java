package dev.interlock.worker;

import java.time.Duration;

/**
 * The time a dispatch has left.
 *
 * @param sincePoll runs since the dispatch was polled
 * @param leftAtPollMs what was left then, in milliseconds
 */
record Countdown(TimeSource.Stopwatch sincePoll, long leftAtPollMs) {
    /**
     * Starts with what is left of the timeout since the broker appended the record. A broker whose clock is ahead gives
     * no time on top.
     */
    static Countdown since(long appendedAtMs, long timeoutMs, TimeSource time) {
        TimeSource.Stopwatch now = time.start();
        long passed = Math.max(0, now.startedMs() - appendedAtMs);
        return new Countdown(now, timeoutMs - passed);
    }

    /** The same with so much more. */
    Countdown with(long moreMs) {
        return new Countdown(sincePoll, leftAtPollMs + moreMs);
    }

    boolean isOver() {
        return leftMs() <= 0;
    }

    Duration left() {
        return Duration.ofMillis(Math.max(0, leftMs()));
    }

    private long leftMs() {
        return leftAtPollMs - sincePoll.elapsedMs();
    }
}
