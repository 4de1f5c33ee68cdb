package dev.interlock.policy.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
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
        return Json.of(hidden(fields.isEmpty() ? args.node() : without(args.node(), fields)));
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

    /** A contract that names what is sensitive may have forgotten something: what looks like a secret goes too. */
    private static JsonNode hidden(JsonNode node) {
        if (node.isTextual()) {
            return Secrets.isIn(node.textValue())
                    ? JsonNodeFactory.instance.textNode(Secrets.hidden(node.textValue()))
                    : node;
        }
        if (node.isArray()) {
            ArrayNode kept = JsonNodeFactory.instance.arrayNode();
            node.forEach(element -> kept.add(hidden(element)));
            return kept;
        }
        if (!node.isObject()) {
            return node;
        }
        ObjectNode kept = JsonNodeFactory.instance.objectNode();
        node.properties().forEach(member -> {
            if (!Secrets.isName(member.getKey())) {
                kept.set(member.getKey(), hidden(member.getValue()));
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
