package dev.interlock.server.stream;

import java.time.Duration;

/**
 * Lets one step of a sweep into each transaction, and records between two steps. All tasks of a thread write into one
 * transaction, so they share one turn: whoever takes it has it until the transaction is over, and nobody has it for a
 * while after that.
 */
final class Turns {
    /** Long enough for a hundred records, short beside what a step takes with its transaction. */
    private static final Duration REST = Duration.ofMillis(10);

    private final ThreadLocal<Turn> ofThread = ThreadLocal.withInitial(Turn::new);

    private static final class Turn {
        private boolean taken;
        private long restedAt = System.nanoTime();
    }

    /** Whether a step may be taken in this thread's transaction; if so, none other may. */
    boolean take() {
        Turn turn = ofThread.get();
        boolean free = !turn.taken && System.nanoTime() - turn.restedAt >= 0;
        turn.taken |= free;
        return free;
    }

    /** This thread's transaction is over. */
    void free() {
        Turn turn = ofThread.get();
        if (turn.taken) {
            turn.taken = false;
            turn.restedAt = System.nanoTime() + REST.toNanos();
        }
    }
}
