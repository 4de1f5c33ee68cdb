package dev.interlock.server.control;

/** The cluster did not answer, or refused what was asked. */
public final class ClusterException extends RuntimeException {
    ClusterException(String message) {
        super(message);
    }

    ClusterException(String message, Throwable cause) {
        super(message, cause);
    }
}
