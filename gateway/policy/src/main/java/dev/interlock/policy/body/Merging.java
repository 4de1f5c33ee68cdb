package dev.interlock.policy.body;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.core.policy.ApprovalRule;
import dev.interlock.core.policy.Ceilings;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.core.policy.ToolLimits;
import dev.interlock.core.policy.ToolPattern;
import dev.interlock.policy.body.Shape.Part;
import dev.interlock.policy.problem.Place;
import dev.interlock.policy.problem.Problem;
import dev.interlock.policy.problem.Problems;
import dev.interlock.policy.yaml.Node;
import dev.interlock.policy.yaml.Node.Items;
import dev.interlock.policy.yaml.Node.Mapping;
import dev.interlock.policy.yaml.Node.Member;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Writes what somebody wrote over the policy it extends. What is not of the right form is noted, and what it would have
 * changed stays as it was, so that the rest can be looked at.
 */
final class Merging {
    /** The most tools that may be named. */
    static final int MOST_TOOLS = ApprovalRule.MOST_TOOLS;

    private static final String TOOLS = "tools";
    private static final String FALLBACK = "fallback";
    private static final int LONGEST_NAME = 200;

    /** What is left out in one of these has no number that is right for everybody. */
    private static final Set<Class<?>> UNBEGUN = Set.of(ToolContract.class, ToolLimits.class, Ceilings.class);

    /** The owner of what is no component of a record. */
    private static final Class<?> NONE = Object.class;

    private final String prefix;
    private final Problems problems;
    private final Written written = new Written();
    private final Values values;
    private final List<FieldPath> missing = new ArrayList<>();

    Merging(String prefix, Problems problems) {
        this.prefix = prefix;
        this.problems = problems;
        this.values = new Values(this);
    }

    Written written() {
        return written;
    }

    Values values() {
        return values;
    }

    /** Fields that neither were written nor are extended. */
    List<FieldPath> missing() {
        return missing;
    }

    void refuse(Place place, FieldPath path, String rule, String value) {
        problems.add(place, prefix + path, rule, value);
    }

    /**
     * What a value is after somebody wrote a node over it; the value before where the node cannot be that.
     *
     * @param owner the record it is a component of
     */
    private JsonNode take(Shape shape, Node node, JsonNode before, FieldPath path, Class<?> owner) {
        return switch (shape) {
            case Shape.Choice choice
            when node instanceof Node.Scalar scalar && scalar.isNull() -> JsonNodeFactory.instance.nullNode();
            case Shape.Choice choice -> {
                if (UNBEGUN.contains(owner) && !(before instanceof ObjectNode)) {
                    tellUnbegun(choice.shape(), node, path);
                }
                yield take(choice.shape(), node, before, path, owner);
            }
            case Part part -> part(part, node, before, path);
            case Shape.Named named -> named(named, node, before, path);
            case Shape.Several several -> several(several, node, before, path);
            default -> values.single(shape, node, path, owner).orElse(before);
        };
    }

    /** Rules that nothing is extended by have to be complete: no number of theirs is right for every tool. */
    private void tellUnbegun(Shape shape, Node node, FieldPath path) {
        if (shape instanceof Part part && node instanceof Mapping mapping) {
            part.fields().forEach((name, field) -> {
                boolean written = mapping.members().stream()
                        .anyMatch(member -> member.key().equals(name));
                if (!written && empty(field).isEmpty()) {
                    refuse(node.place(), path.child(name), "is required", Problem.ABSENT);
                }
            });
        }
    }

    ObjectNode part(Part part, Node node, JsonNode before, FieldPath path) {
        ObjectNode tree =
                before instanceof ObjectNode object ? object.deepCopy() : JsonNodeFactory.instance.objectNode();
        if (!(node instanceof Mapping mapping)) {
            refuse(
                    node.place(),
                    path,
                    "must be a mapping of " + String.join(", ", part.fields().keySet()),
                    node.shown());
            return before instanceof ObjectNode ? tree : Samples.of(part.type()).orElse(tree);
        }
        for (Member member : inOrder(mapping)) {
            FieldPath child = path.child(member.key());
            Shape shape = part.fields().get(member.key());
            if (shape == null) {
                String near = near(member.key(), part.fields().keySet());
                refuse(
                        member.place(),
                        child,
                        "is no known field" + near,
                        member.value().shown());
                continue;
            }
            written.note(child, member.place(), member.value());
            JsonNode start = path.names().isEmpty() && member.key().equals(TOOLS)
                    ? tools(tree, before)
                    : tree.path(member.key());
            put(tree, member.key(), take(shape, member.value(), start, child, part.type()));
        }
        complete(part, tree, path);
        return tree;
    }

    /** What may have been meant; nobody is told any more once there are too many problems to read. */
    private String near(String word, Collection<String> known) {
        return problems.full() ? "" : Nearest.rule(word, known);
    }

    /** The fallback comes before the tools, which begin with it. */
    private static List<Member> inOrder(Mapping mapping) {
        return mapping.members().stream()
                .sorted(Comparator.comparing(member -> member.key().equals(TOOLS)))
                .toList();
    }

    /** The tools so far, with the contract that a new one begins with under a name that no tool can have. */
    private static ObjectNode tools(ObjectNode tree, JsonNode before) {
        ObjectNode tools = tree.withObject("/" + TOOLS).deepCopy();
        JsonNode fallback = tree.path(FALLBACK).isObject() ? tree.path(FALLBACK) : before.path(FALLBACK);
        if (fallback.isObject()) {
            tools.set("", fallback);
        }
        return tools;
    }

    private static void put(ObjectNode tree, String key, JsonNode value) {
        if (value.isNull() || value.isMissingNode()) {
            tree.remove(key);
        } else {
            tree.set(key, value);
        }
    }

    private void complete(Part part, ObjectNode tree, FieldPath path) {
        Optional<ObjectNode> sample = Samples.of(part.type());
        part.fields().forEach((name, shape) -> {
            if (!tree.has(name)) {
                empty(shape).ifPresentOrElse(none -> put(tree, name, none), () -> {
                    if (written.at(path.child(name)).isEmpty()) {
                        missing.add(path.child(name));
                    }
                    sample.ifPresent(object -> put(tree, name, object.path(name)));
                });
            }
        });
    }

    /** What a field is that may be left out. */
    private static Optional<JsonNode> empty(Shape shape) {
        return switch (shape) {
            case Shape.Choice choice -> Optional.of(JsonNodeFactory.instance.nullNode());
            case Shape.Named named -> Optional.of(JsonNodeFactory.instance.objectNode());
            case Shape.Several several -> Optional.of(JsonNodeFactory.instance.arrayNode());
            case Part part -> emptyPart(part);
            default -> Optional.empty();
        };
    }

    private static Optional<JsonNode> emptyPart(Part part) {
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, Shape> field : part.fields().entrySet()) {
            Optional<JsonNode> none = empty(field.getValue());
            if (none.isEmpty()) {
                return Optional.empty();
            }
            put(tree, field.getKey(), none.get());
        }
        return Optional.of(tree);
    }

    private JsonNode named(Shape.Named named, Node node, JsonNode before, FieldPath path) {
        ObjectNode tree =
                before instanceof ObjectNode object ? object.deepCopy() : JsonNodeFactory.instance.objectNode();
        JsonNode start = tree.path("");
        tree.remove("");
        if (!(node instanceof Mapping mapping)) {
            refuse(node.place(), path, "must be a mapping of names", node.shown());
            return tree;
        }
        for (Member member : mapping.members()) {
            FieldPath child = path.child(member.key());
            if (!named.keys().isEmpty() && !named.keys().contains(member.key())) {
                String near = near(member.key(), named.keys());
                refuse(
                        member.place(),
                        child,
                        "is no known name" + near,
                        member.value().shown());
            } else if (named.keys().isEmpty() && !isName(member.key())) {
                refuse(member.place(), child, "must have a name of 1 to " + LONGEST_NAME + " characters", "another");
            } else {
                written.note(child, member.place(), member.value());
                JsonNode old = tree.path(member.key());
                JsonNode from = old.isMissingNode() ? start : old;
                put(tree, member.key(), take(named.value(), member.value(), from, child, NONE));
            }
        }
        if (named.keys().isEmpty()) {
            checkNames(mapping, tree, path);
        }
        return tree;
    }

    private static boolean isName(String name) {
        return !name.isBlank() && name.length() <= LONGEST_NAME;
    }

    private void checkNames(Mapping mapping, ObjectNode tree, FieldPath path) {
        Map<String, Place> places = new TreeMap<>();
        mapping.members().forEach(member -> places.put(member.key(), member.place()));
        List<String> names = new ArrayList<>();
        tree.fieldNames().forEachRemaining(names::add);
        if (names.size() > MOST_TOOLS) {
            refuse(mapping.place(), path, "must have at most " + MOST_TOOLS + " names", String.valueOf(names.size()));
            tree.removeAll();
        }
        ToolPattern.Fault fault = ToolPattern.fault(names).orElse(null);
        if (fault != null) {
            Place place = places.getOrDefault(fault.pattern(), mapping.place());
            refuse(place, path.child(fault.pattern()), fault.rule(), fault.found());
            names.stream().filter(ToolPattern::is).forEach(tree::remove);
        }
    }

    private JsonNode several(Shape.Several several, Node node, JsonNode before, FieldPath path) {
        if (!(node instanceof Items items)) {
            refuse(node.place(), path, "must be a list", node.shown());
            return before;
        }
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (Node item : items.items()) {
            FieldPath child = path.child(String.valueOf(list.size()));
            JsonNode value = take(several.item(), item, JsonNodeFactory.instance.missingNode(), child, NONE);
            if (!value.isMissingNode()) {
                list.add(value);
            }
        }
        return list;
    }
}
