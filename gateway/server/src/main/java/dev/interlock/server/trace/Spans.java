package dev.interlock.server.trace;

/** Where answers go that spans are made of. */
@FunctionalInterface
public interface Spans extends AutoCloseable {
    /** Nobody wants any. */
    Spans NONE = answered -> {};

    /** Takes an answer, or drops it; never waits, never throws. */
    void take(Answered answered);

    @Override
    default void close() {}
}
