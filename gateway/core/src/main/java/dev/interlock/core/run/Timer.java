package dev.interlock.core.run;

/** A time a run waits for. One of a kind and id is armed at a time: arming it again moves it. */
public sealed interface Timer {

    /** The run's wall-clock ceiling. */
    record Deadline() implements Timer {}

    /**
     * A dispatch's result counts as missing.
     *
     * @param dispatchId the dispatch
     * @param attempt the attempt that is timed
     */
    record Dispatch(String dispatchId, int attempt) implements Timer {}

    /** A person did not answer. */
    record Hold() implements Timer {}

    /** The ended run is forgotten. */
    record Stub() implements Timer {}
}
