package dev.interlock.backtest.trace;

/** A line of a trace file that cannot be read; the message names file, line, field, rule and value. */
public final class TraceException extends RuntimeException {
    TraceException(String message) {
        super(message);
    }

    TraceException(String message, Throwable cause) {
        super(message, cause);
    }
}
