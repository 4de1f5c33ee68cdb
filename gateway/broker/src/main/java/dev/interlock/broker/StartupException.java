package dev.interlock.broker;

/** A broker or a child JVM that did not come up. The message says which, and where its log is if it has one. */
public final class StartupException extends RuntimeException {
    StartupException(String message) {
        super(message);
    }

    StartupException(String message, Throwable cause) {
        super(message, cause);
    }
}
