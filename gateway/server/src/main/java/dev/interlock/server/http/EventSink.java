package dev.interlock.server.http;

import java.util.Optional;

/** Where the events of one listener go. Several threads may send. */
public interface EventSink {
    /** The most events that wait for a listener to take them; one that falls further behind is cut off, and may come again. */
    int MOST_WAITING = 256;

    /**
     * Sends an event; does not wait until it is taken.
     *
     * @param event its name, without line breaks
     * @param id from where a listener that comes again goes on, without line breaks
     * @param data any text
     * @return whether anybody still listens
     */
    boolean send(String event, Optional<String> id, String data);

    /** Ends the stream when all that was sent is taken. */
    void end();
}
