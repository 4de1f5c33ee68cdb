package dev.interlock.server.http;

/** Answers the requests of a route. Several threads may ask at once. */
@FunctionalInterface
public interface Handler {
    /**
     * Answers a request. It may block for a short time: it runs on a pool of few threads, whose queue is short.
     *
     * @throws ProblemException when it cannot be answered as it was meant to be
     */
    Reply handle(Asked asked);
}
