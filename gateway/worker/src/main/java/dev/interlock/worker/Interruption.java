package dev.interlock.worker;

/** The right to interrupt the thread of one call, which holds only while the tool's own code runs on it. */
final class Interruption {
    private enum Phase {
        LIBRARY,
        EXECUTOR,
        VERIFIER
    }

    private Thread thread;
    private Phase phase = Phase.LIBRARY;

    /** The current thread goes into the executor. */
    synchronized void enterExecutor() {
        thread = Thread.currentThread();
        phase = Phase.EXECUTOR;
    }

    /** The thread goes into the verifier. An interrupt meant for the executor must not disturb it. */
    synchronized void enterVerifier() {
        leave();
        phase = Phase.VERIFIER;
    }

    /** The thread comes back from the tool's code. */
    synchronized void leave() {
        phase = Phase.LIBRARY;
        Thread.interrupted();
    }

    /** Interrupts an executor. A verifier goes on: what it finds is worth more than the time it takes. */
    synchronized void cancel() {
        if (phase == Phase.EXECUTOR) {
            thread.interrupt();
        }
    }

    /** Interrupts executor or verifier. */
    synchronized void giveUp() {
        if (phase != Phase.LIBRARY) {
            thread.interrupt();
        }
    }
}
