package dev.interlock.worker.agent;

/**
 * The absence of an answer. It proves nothing: the proposal may have been decided and the call executed. Sending the
 * same proposal again is safe and gets the answer that was missed.
 */
public final class NoAnswerException extends RuntimeException {
    NoAnswerException(String message) {
        super(message);
    }

    NoAnswerException(String message, Throwable cause) {
        super(message, cause);
    }
}
