package dev.interlock.server.http;

import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** What a handler gives back: the answer, one that comes later, or a stream of events. */
public sealed interface Reply permits Answer, Reply.Later, Reply.Events {
    /**
     * An answer that comes later. No thread waits for it; whoever makes it bounds how long it takes.
     *
     * @param answer completed with the answer, or with a {@link ProblemException}
     */
    record Later(CompletionStage<? extends Reply> answer) implements Reply {}

    /**
     * Server-sent events. A line of comment goes out every few seconds, so that it is noticed when nobody listens any more.
     *
     * @param begin is given where events go, and gives back what ends their making; it must not block
     */
    record Events(Function<EventSink, Runnable> begin) implements Reply {}
}
