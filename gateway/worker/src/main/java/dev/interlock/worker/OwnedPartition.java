package dev.interlock.worker;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * One partition for as long as it is assigned to this worker, with what was polled from it and not started. When it is
 * assigned again that is another object: nothing passes from one assignment to the next. The loop's thread changes it;
 * others ask whether it has ended and how old its input is.
 */
final class OwnedPartition {
    private static final long NONE = -1;

    private final TopicPartition id;
    private final boolean carriesWrites;
    private final Deque<Delivery> queue = new ArrayDeque<>();
    private long next = NONE;
    private long committed = NONE;
    private volatile boolean ended;
    private volatile TimeSource.Stopwatch sinceRead;

    OwnedPartition(TopicPartition id, boolean carriesWrites, TimeSource.Stopwatch assigned) {
        this.id = id;
        this.carriesWrites = carriesWrites;
        this.sinceRead = assigned;
    }

    TopicPartition id() {
        return id;
    }

    boolean carriesWrites() {
        return carriesWrites;
    }

    /** Whether it has been assigned to somebody else since, or may have been. */
    boolean hasEnded() {
        return ended;
    }

    /** How long ago the last poll began that could have brought records of it. */
    long readAgoMs() {
        return sinceRead.elapsedMs();
    }

    void read(TimeSource.Stopwatch since) {
        sinceRead = since;
    }

    /** Notes that everything below this offset has been polled. */
    void polledTo(long offset) {
        next = offset;
    }

    void add(Delivery delivery) {
        queue.addLast(delivery);
    }

    Deque<Delivery> queue() {
        return queue;
    }

    /** Ends it; what is queued is gone. */
    void end() {
        ended = true;
        queue.clear();
    }

    /** The offset to commit, if that says something new: everything below it is started, refused or not for us. */
    Optional<Long> toCommit() {
        long done = queue.isEmpty() ? next : queue.getFirst().offset();
        return done > committed ? Optional.of(done) : Optional.empty();
    }

    void committed(long offset) {
        committed = offset;
    }
}
