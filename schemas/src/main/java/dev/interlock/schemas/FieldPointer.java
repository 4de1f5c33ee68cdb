package dev.interlock.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A JSON Pointer (RFC 6901) to a field. It leads through objects only, never into an array.
 *
 * @param text as it was written
 * @param steps the names passed on it, at least one
 */
public record FieldPointer(String text, List<String> steps) implements Comparable<FieldPointer> {
    public FieldPointer {
        steps = List.copyOf(steps);
    }

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException if the text is no JSON Pointer, or points to the whole
     */
    public static FieldPointer parse(String text) {
        if (!text.startsWith("/") || text.matches("(?s).*~([^01].*|$)")) {
            throw new IllegalArgumentException(
                    "A field of an identity rule must be a JSON Pointer such as /order/id; it is: "
                            + Excerpt.of(text, Limits.ID_LENGTH));
        }
        List<String> steps = new ArrayList<>();
        for (String step : text.substring(1).split("/", -1)) {
            steps.add(step.replace("~1", "/").replace("~0", "~"));
        }
        return new FieldPointer(text, steps);
    }

    /** True if one of the two fields contains the other. */
    public boolean overlaps(FieldPointer other) {
        int shared = Math.min(steps.size(), other.steps.size());
        return steps.subList(0, shared).equals(other.steps.subList(0, shared));
    }

    /** The field's value; empty where it is absent. */
    public Optional<JsonNode> find(JsonNode root) {
        JsonNode node = root;
        for (String step : steps) {
            node = node == null || !node.isObject() ? null : node.get(step);
        }
        return Optional.ofNullable(node);
    }

    @Override
    public int compareTo(FieldPointer other) {
        return text.compareTo(other.text);
    }
}
