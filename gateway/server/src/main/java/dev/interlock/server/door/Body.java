package dev.interlock.server.door;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.LetterError;
import dev.interlock.server.http.Asked;
import dev.interlock.server.http.Problem;
import dev.interlock.server.http.ProblemException;
import dev.interlock.server.wire.Submitted;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The body of a request that is to become a record. What is wrong with it is a {@link ProblemException}. */
final class Body {
    private static final String WHOLE = "the body";
    private static final String INVALID = "Invalid request";

    private final ObjectNode fields;

    private Body(ObjectNode fields) {
        this.fields = fields;
    }

    static Body of(Asked asked) {
        return new Body(read(asked.body(), Submitted::object));
    }

    /** Refuses a field that is none: one with a slip in its name would be left out in silence. */
    void allowOnly(Set<String> known) {
        for (Iterator<String> names = fields.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!known.contains(name)) {
                throw Problem.invalid(
                                name,
                                "is no field here; there is "
                                        + String.join(
                                                ", ", known.stream().sorted().toList()),
                                "there")
                        .exception();
            }
        }
    }

    boolean has(String name) {
        return fields.hasNonNull(name);
    }

    /** Sets what is not for its sender to say. */
    Body set(String name, String value) {
        fields.put(name, value);
        return this;
    }

    Body set(String name, long value) {
        fields.put(name, value);
        return this;
    }

    /** The record it is. */
    <T> T as(Function<ObjectNode, T> reader) {
        return read(fields, reader);
    }

    private static <F, T> T read(F from, Function<F, T> reader) {
        try {
            return reader.apply(from);
        } catch (InvalidRecordException e) {
            String field = e.field().isEmpty() ? WHOLE : e.field();
            Problem.Fault fault = new Problem.Fault(field, e.rule().symbol(), e.value());
            throw new Problem(400, INVALID, e.getMessage(), Optional.of(fault), Map.of()).exception(e);
        }
    }

    static ProblemException refused(int status, String title, LetterError error) {
        Problem wrong = Problem.invalid(error.field(), "must be: " + error.rule(), error.value());
        return new Problem(status, title, wrong.detail(), wrong.fault(), wrong.headers()).exception();
    }
}
