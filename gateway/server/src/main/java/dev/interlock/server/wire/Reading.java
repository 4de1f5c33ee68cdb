package dev.interlock.server.wire;

import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.LetterError;

/**
 * What came of reading a record.
 *
 * @param <T> what it says
 */
public sealed interface Reading<T> {
    /** It could be read. */
    record Read<T>(T message) implements Reading<T> {}

    /** It could not; a dead letter says why. */
    record Refused<T>(LetterError error) implements Reading<T> {}

    /** It breaks a rule of the wire contract. */
    static <T> Reading<T> refused(InvalidRecordException e) {
        return refused(e.field(), e.rule().symbol(), e.value());
    }

    /** It breaks a rule the gateway adds to the wire contract. */
    static <T> Reading<T> refused(String field, String rule, String value) {
        return new Refused<>(new LetterError(field, rule, Shown.of(value)));
    }
}
