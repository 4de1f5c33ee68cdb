package dev.interlock.policy.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.schemas.FieldPointer;
import dev.interlock.schemas.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Leaves out of arguments what must not be journaled. */
final class Redaction {
    private static final int SHORTEST = 4;

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

    /**
     * The arguments as they are shown to a person: all fields are there, and what must not be shown is {@link
     * Secrets#HIDDEN}.
     */
    Json shown(Json args) {
        return Hiding.of(Json.of(fields.isEmpty() ? args.node() : marked(args.node(), fields)));
    }

    /**
     * A text without what the arguments hold in sensitive fields. Values of less than {@value #SHORTEST} characters stay:
     * every text has them somewhere.
     */
    String hidden(String text, Json args) {
        String left = Secrets.hidden(text);
        for (String value : sensitive(args)) {
            left = left.replace(value, Secrets.HIDDEN);
        }
        return left;
    }

    /** The longest first: one may be part of another. */
    private List<String> sensitive(Json args) {
        List<String> values = new ArrayList<>();
        fields.forEach(steps -> reached(args.node(), steps, values));
        return values.stream()
                .filter(value -> value.length() >= SHORTEST)
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    private static void reached(JsonNode node, List<String> steps, List<String> values) {
        if (node.isObject() && !steps.isEmpty()) {
            reached(node.path(steps.get(0)), steps.subList(1, steps.size()), values);
        } else if (node.isContainerNode()) {
            node.forEach(element -> reached(element, List.of(), values));
        } else if (!node.isMissingNode() && !node.isNull() && !node.isBoolean()) {
            values.add(node.isTextual() ? node.textValue() : node.toString());
        }
    }

    private static JsonNode marked(JsonNode node, List<List<String>> left) {
        if (node.isArray()) {
            return JsonNodeFactory.instance.textNode(Secrets.HIDDEN);
        }
        if (!node.isObject()) {
            return node;
        }
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        node.properties().forEach(member -> {
            List<List<String>> below = below(left, member.getKey());
            boolean hides = left.contains(List.of(member.getKey()));
            JsonNode inner = below.isEmpty() ? member.getValue() : marked(member.getValue(), below);
            shown.set(member.getKey(), hides ? JsonNodeFactory.instance.textNode(Secrets.HIDDEN) : inner);
        });
        return shown;
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
