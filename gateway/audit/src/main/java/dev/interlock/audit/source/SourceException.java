package dev.interlock.audit.source;

/** A source that cannot be read. The message says which part of it, why, and what to do next. */
public final class SourceException extends RuntimeException {
    /** Whether what was read is not what was written there once, rather than out of reach. */
    private final boolean altered;

    private SourceException(boolean altered, String message, Throwable cause) {
        super(message, cause);
        this.altered = altered;
    }

    /** It is out of reach. */
    public static SourceException unreadable(String message, Throwable cause) {
        return new SourceException(false, message, cause);
    }

    /** It is not as it was written. */
    public static SourceException altered(String message) {
        return new SourceException(true, message, null);
    }

    /** Whether it was changed since it was written. */
    public boolean isAltered() {
        return altered;
    }
}
