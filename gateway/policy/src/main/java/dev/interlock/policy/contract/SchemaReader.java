package dev.interlock.policy.contract;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.policy.body.FieldPath;
import dev.interlock.policy.problem.Place;
import dev.interlock.policy.problem.Problems;
import dev.interlock.policy.yaml.JsonTree;
import dev.interlock.policy.yaml.Node;
import dev.interlock.policy.yaml.Node.Items;
import dev.interlock.policy.yaml.Node.Mapping;
import dev.interlock.policy.yaml.Node.Member;
import dev.interlock.policy.yaml.Node.Scalar;
import dev.interlock.policy.yaml.Shown;
import dev.interlock.policy.yaml.YamlReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks a JSON Schema where it stands in a file. What it costs to hold a value against one must be known before: it may
 * refer to nothing but its own parts, to none of them in a circle, and its parts are counted as often as they are used.
 */
final class SchemaReader {
    /** The most parts of one, each counted as often as it is used. */
    static final int MOST_PARTS = 2_000;

    private static final Set<String> MAPS = Set.of("properties", "patternProperties", "$defs", "dependentSchemas");
    private static final Set<String> LISTS = Set.of("allOf", "anyOf", "oneOf", "prefixItems");
    private static final Set<String> SINGLE = Set.of(
            "items",
            "contains",
            "additionalProperties",
            "propertyNames",
            "unevaluatedItems",
            "unevaluatedProperties",
            "not",
            "if",
            "then",
            "else");
    private static final Set<String> OTHER = Set.of(
            "$schema",
            "$comment",
            "$ref",
            "$id",
            "$anchor",
            "type",
            "enum",
            "const",
            "multipleOf",
            "maximum",
            "exclusiveMaximum",
            "minimum",
            "exclusiveMinimum",
            "maxLength",
            "minLength",
            "pattern",
            "maxItems",
            "minItems",
            "uniqueItems",
            "maxContains",
            "minContains",
            "maxProperties",
            "minProperties",
            "required",
            "dependentRequired",
            "title",
            "description",
            "default",
            "deprecated",
            "readOnly",
            "writeOnly",
            "examples",
            "format",
            "contentEncoding",
            "contentMediaType",
            "contentSchema");
    private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

    private final Mapping root;
    private final FieldPath field;
    private final Problems problems;
    private final Deque<String> referred = new ArrayDeque<>();
    private final Set<String> told = new HashSet<>();
    private int parts;

    private SchemaReader(Mapping root, FieldPath field, Problems problems) {
        this.root = root;
        this.field = field;
        this.problems = problems;
    }

    /** A schema; empty, with what is wrong noted, when it cannot be one. */
    static Optional<JsonNode> read(Node node, FieldPath field, Problems problems) {
        if (!(node instanceof Mapping root)) {
            problems.add(node.place(), field.toString(), "must be a JSON Schema, a mapping", node.shown());
            return Optional.empty();
        }
        SchemaReader reader = new SchemaReader(root, field, problems);
        int before = problems.count();
        JsonNode tree = JsonTree.of(root);
        reader.form(tree);
        if (problems.count() == before) {
            reader.part(root, FieldPath.ROOT);
        }
        if (problems.count() == before) {
            ValueSchema.refusal(tree)
                    .ifPresent(why -> problems.add(
                            root.place(), field.toString(), "must be a JSON Schema: " + Shown.of(why), root.shown()));
        }
        return problems.count() == before ? Optional.of(tree) : Optional.empty();
    }

    private void form(JsonNode tree) {
        for (ValueSchema.Misfit misfit : ValueSchema.faults(tree)) {
            Spot spot = spot(steps(misfit.pointer()));
            // One value often breaks several alternatives at once: the first says enough.
            if (!told.add(spot.path().toString())) {
                continue;
            }
            tell(spot.place(), spot.path(), "is not as JSON Schema 2020-12 wants it: " + misfit.rule(), spot.shown());
        }
    }

    private record Spot(FieldPath path, Place place, String shown) {}

    /** Where a way leads to, as far as it can be gone. */
    private Spot spot(List<String> steps) {
        Spot spot = new Spot(FieldPath.ROOT, root.place(), root.shown());
        Node at = root;
        for (String step : steps) {
            Optional<Node> next = next(at, step);
            if (next.isEmpty()) {
                return spot;
            }
            at = next.get();
            spot = new Spot(spot.path().child(step), at.place(), at.shown());
        }
        return spot;
    }

    private static Optional<Node> next(Node at, String step) {
        if (at instanceof Items items && step.matches("[0-9]{1,6}")) {
            int index = Integer.parseInt(step);
            return index < items.items().size() ? Optional.of(items.items().get(index)) : Optional.empty();
        }
        return at instanceof Mapping mapping ? mapping.value(step) : Optional.empty();
    }

    private static List<String> steps(String pointer) {
        return pointer.isEmpty()
                ? List.of()
                : List.of(pointer.substring(1).split("/", -1)).stream()
                        .map(step -> step.replace("~1", "/").replace("~0", "~"))
                        .toList();
    }

    private void part(Node node, FieldPath at) {
        if (!(node instanceof Mapping mapping) || parts > MOST_PARTS) {
            return;
        }
        if (++parts > MOST_PARTS) {
            String rule = "must have at most " + MOST_PARTS + " parts, each counted as often as it is used";
            tell(root.place(), FieldPath.ROOT, rule, "more");
            return;
        }
        for (Member member : mapping.members()) {
            keyword(member, at.child(member.key()));
        }
    }

    private void keyword(Member member, FieldPath at) {
        Node value = member.value();
        if (MAPS.contains(member.key())) {
            ((Mapping) value).members().forEach(inner -> {
                if (member.key().equals("patternProperties")) {
                    pattern(inner.key(), inner.place(), at.child(inner.key()));
                }
                part(inner.value(), at.child(inner.key()));
            });
        } else if (LISTS.contains(member.key())) {
            int index = 0;
            for (Node item : ((Items) value).items()) {
                part(item, at.child(String.valueOf(index++)));
            }
        } else if (SINGLE.contains(member.key())) {
            part(value, at);
        } else if (member.key().equals("pattern")) {
            pattern(((Scalar) value).text(), value.place(), at);
        } else if (member.key().equals("$ref")) {
            refer(((Scalar) value).text(), value.place(), at);
        } else {
            single(member, at);
        }
    }

    /** A keyword that nobody knows holds nothing back: whoever wrote it meant another. */
    private void single(Member member, FieldPath at) {
        Place place = member.place();
        String shown = member.value().shown();
        if (!OTHER.contains(member.key())) {
            tell(place, at, "is no keyword of JSON Schema 2020-12 that is known here", shown);
        } else if (member.key().equals("$schema") && !shown.replace("\"", "").startsWith(DIALECT)) {
            tell(place, at, "must be " + DIALECT, shown);
        } else if (member.key().equals("$id") || member.key().equals("$anchor")) {
            tell(place, at, "must be left out: parts are referred to as #/$defs/NAME", shown);
        }
    }

    private void pattern(String pattern, Place place, FieldPath at) {
        Patterns.fault(pattern).ifPresent(rule -> tell(place, at, rule, Shown.of(pattern)));
    }

    private void refer(String reference, Place place, FieldPath at) {
        if (!reference.startsWith("#/")) {
            tell(place, at, "must refer to a part of this schema, such as #/$defs/NAME", Shown.of(reference));
            return;
        }
        List<String> steps = steps(reference.substring(1));
        Spot spot = spot(steps);
        if (spot.path().names().size() < steps.size()) {
            tell(place, at, "must refer to a part that is there", Shown.of(reference));
        } else if (referred.contains(reference)) {
            tell(place, at, "must not lead back to itself: nobody knows what that costs", Shown.of(reference));
        } else if (referred.size() >= YamlReader.DEPTH) {
            tell(place, at, "must not lead over more than " + YamlReader.DEPTH + " references", Shown.of(reference));
        } else {
            Node target = root;
            for (String step : steps) {
                target = next(target, step).orElseThrow();
            }
            referred.push(reference);
            part(target, spot.path());
            referred.pop();
        }
    }

    private void tell(Place place, FieldPath at, String rule, String value) {
        FieldPath path = field.join(at);
        if (told.add(path + rule)) {
            problems.add(place, path.toString(), rule, value);
        }
    }
}
