package dev.interlock.server.view;

/** A topic could not be looked at. */
public final class ViewException extends RuntimeException {
    ViewException(String message) {
        super(message);
    }
}
