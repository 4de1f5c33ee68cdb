package dev.interlock.broker;

/** A wait that an interrupt ends with an unchecked exception; the thread stays marked as interrupted. */
@FunctionalInterface
interface Waiting<T> {
    T await() throws InterruptedException;

    static <T> T on(Waiting<T> waiting) {
        try {
            return waiting.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for another process", e);
        }
    }
}
