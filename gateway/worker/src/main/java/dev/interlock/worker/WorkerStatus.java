package dev.interlock.worker;

/**
 * How a worker is doing. The counts are since its start.
 *
 * @param state whether it takes work
 * @param queued dispatches that were polled and wait, uncommitted
 * @param running calls that run and are waited for
 * @param abandoned calls that were given up on and whose threads have not ended
 * @param answered results that the brokers have
 * @param notExecuted dispatches answered without being executed, because of the fence
 * @param dropped dispatches polled and left to the next owner of their partition, unanswered
 * @param timedOut calls that did not return in time
 * @param lateReturns calls that returned after they were given up on
 * @param unreadable records on the dispatch topics that could not be read
 * @param unsent results that could not be written
 */
public record WorkerStatus(
        State state,
        int queued,
        int running,
        int abandoned,
        long answered,
        long notExecuted,
        long dropped,
        long timedOut,
        long lateReturns,
        long unreadable,
        long unsent) {

    /** Whether a worker takes work. */
    public enum State {
        /** It does. */
        RUNNING,
        /** It does not, because too many calls never returned. It goes on when some have. */
        EXHAUSTED,
        /** It does not, and never will again: an error ended it. */
        FAILED,
        /** It does not, because it was closed. */
        CLOSED
    }

    /** Whether it takes work. */
    public boolean isHealthy() {
        return state == State.RUNNING;
    }
}
