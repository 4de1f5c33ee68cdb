package dev.interlock.policy.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.schemas.FieldPointer;
import dev.interlock.schemas.Json;
import java.util.List;

/** Leaves out of arguments what must not be journaled. */
final class Redaction {
    private final List<List<String>> fields;

    Redaction(List<String> pointers) {
        this.fields = pointers.stream()
                .map(FieldPointer::parse)
                .map(FieldPointer::steps)
                .toList();
    }

    Json of(Json args) {
        return fields.isEmpty() ? args : Json.of(without(args.node(), fields));
    }

    /** Whether what a pointer leads to is, contains or is part of a sensitive field. */
    boolean covers(String pointer) {
        return pointer.isEmpty()
                ? !fields.isEmpty()
                : fields.stream()
                        .anyMatch(steps ->
                                overlap(steps, FieldPointer.parse(pointer).steps()));
    }

    private static boolean overlap(List<String> one, List<String> other) {
        int shared = Math.min(one.size(), other.size());
        return one.subList(0, shared).equals(other.subList(0, shared));
    }

    /** An array on the way to a sensitive field has it somewhere inside, so nothing of it is kept. */
    private static JsonNode without(JsonNode node, List<List<String>> left) {
        if (left.isEmpty()) {
            return node;
        }
        if (!node.isObject()) {
            return node.isArray() ? JsonNodeFactory.instance.arrayNode() : node;
        }
        ObjectNode kept = JsonNodeFactory.instance.objectNode();
        node.properties().forEach(member -> {
            boolean goes = left.contains(List.of(member.getKey()));
            if (!goes) {
                kept.set(member.getKey(), without(member.getValue(), below(left, member.getKey())));
            }
        });
        return kept;
    }

    private static List<List<String>> below(List<List<String>> fields, String step) {
        return fields.stream()
                .filter(steps -> steps.size() > 1 && steps.get(0).equals(step))
                .map(steps -> steps.subList(1, steps.size()))
                .toList();
    }
}
