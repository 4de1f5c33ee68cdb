package dev.interlock.server.runtime;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What came of asking a runtime once.
 *
 * @param kind what it means
 * @param status the HTTP status, where there was one
 * @param retryAfter how long the runtime wants to be left alone, where it said so
 * @param problem why there is no better answer; without addresses and secrets
 */
public record RuntimeReply(Kind kind, OptionalInt status, Optional<Duration> retryAfter, Optional<String> problem) {

    /** What an answer means. */
    public enum Kind {
        /** It has taken the request. */
        REQUESTED,
        /** It says that the run is stopped. */
        CONFIRMED,
        /** It will not, however often it is asked. */
        REFUSED,
        /** It did not answer, or asks to be asked again. */
        AGAIN
    }

    /** It answered. */
    public static RuntimeReply answered(Kind kind, int status) {
        return new RuntimeReply(kind, OptionalInt.of(status), Optional.empty(), Optional.empty());
    }

    /** It said no. */
    public static RuntimeReply refused(int status, String problem) {
        return new RuntimeReply(Kind.REFUSED, OptionalInt.of(status), Optional.empty(), Optional.of(problem));
    }

    /** It wants to be asked again, after a while where it says so. */
    public static RuntimeReply again(int status, Optional<Duration> retryAfter, String problem) {
        return new RuntimeReply(Kind.AGAIN, OptionalInt.of(status), retryAfter, Optional.of(problem));
    }

    /** It did not answer. */
    public static RuntimeReply silent(String problem) {
        return new RuntimeReply(Kind.AGAIN, OptionalInt.empty(), Optional.empty(), Optional.of(problem));
    }
}
