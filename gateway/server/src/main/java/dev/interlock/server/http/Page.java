package dev.interlock.server.http;

import java.util.Optional;

/** What is found under a path. Several requests may ask at once. */
@FunctionalInterface
interface Page {
    /**
     * Answers a request.
     *
     * @param accept the media types it accepts, as the request says it
     */
    Answer get(Optional<String> accept);
}
