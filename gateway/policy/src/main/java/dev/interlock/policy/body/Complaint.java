package dev.interlock.policy.body;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import dev.interlock.policy.yaml.Shown;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a constructor of the core says is wrong.
 *
 * @param at where the record stands that it made
 * @param path the field it names
 * @param rule what the field must be
 * @param value what it was
 */
record Complaint(FieldPath at, FieldPath path, String rule, String value) {
    private static final Pattern SENTENCE =
            Pattern.compile("([a-z_.]+): (.*?)(?:, (?:was|were) (.*))?", Pattern.DOTALL);

    /** The complaint behind a failure to make a policy of a tree; empty when the tree itself is not of the right form. */
    static Optional<Complaint> in(JsonProcessingException failure) {
        if (!(failure instanceof JsonMappingException mapping)
                || !(mapping.getCause() instanceof IllegalArgumentException cause)) {
            return Optional.empty();
        }
        FieldPath at = new FieldPath(mapping.getPath().stream()
                .map(JsonMappingException.Reference::getFieldName)
                .filter(Objects::nonNull)
                .toList());
        String message = String.valueOf(cause.getMessage());
        Matcher sentence = SENTENCE.matcher(message);
        return Optional.of(
                sentence.matches()
                        ? new Complaint(
                                at,
                                FieldPath.dotted(sentence.group(1)),
                                sentence.group(2),
                                Objects.requireNonNullElse(sentence.group(3), "otherwise"))
                        : new Complaint(at, FieldPath.ROOT, Shown.of(message), "otherwise"));
    }
}
