package dev.interlock.server.stream;

/**
 * Lets one step of a sweep into each transaction. All tasks of a thread write into one transaction, so they share one turn:
 * whoever takes it has it until the transaction is over.
 */
final class Turns {
    private final ThreadLocal<Boolean> taken = ThreadLocal.withInitial(() -> false);

    /** Whether this thread's transaction has no step yet; from now on it has. */
    boolean take() {
        boolean free = !taken.get();
        taken.set(true);
        return free;
    }

    /** This thread's transaction is over. */
    void free() {
        taken.remove();
    }
}
