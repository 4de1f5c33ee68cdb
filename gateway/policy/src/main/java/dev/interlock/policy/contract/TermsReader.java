package dev.interlock.policy.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.interlock.core.fact.ToolError;
import dev.interlock.policy.body.FieldPath;
import dev.interlock.policy.problem.Place;
import dev.interlock.policy.problem.Problem;
import dev.interlock.policy.problem.Problems;
import dev.interlock.policy.yaml.Node;
import dev.interlock.policy.yaml.Node.Items;
import dev.interlock.policy.yaml.Node.Mapping;
import dev.interlock.policy.yaml.Node.Member;
import dev.interlock.policy.yaml.Node.Scalar;
import dev.interlock.schemas.FieldPointer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads what is said of one tool. What is wrong is noted, and what it would have changed stays as it was. */
final class TermsReader {
    /** The most fields that one list may name. */
    static final int MOST_POINTERS = 64;

    private static final int LONGEST_CODE = 100;
    private static final int LONGEST_RULE = 500;
    private static final String POINTER = "must be a JSON Pointer through objects, such as /order/id";

    private final FieldPath at;
    private final Problems problems;

    TermsReader(FieldPath at, Problems problems) {
        this.at = at;
        this.problems = problems;
    }

    /**
     * The terms.
     *
     * @param fields what is written of them, each field one of {@link Terms#FIELDS}
     * @param before what holds where nothing is written
     */
    Terms read(List<Member> fields, Terms before) {
        ObjectNode tree = before.tree();
        for (Member field : fields) {
            boolean dropped = field.value() instanceof Scalar scalar && scalar.isNull();
            if (dropped) {
                tree.remove(field.key());
            } else {
                value(field).ifPresent(value -> tree.set(field.key(), value));
            }
        }
        overlaps(tree, fields);
        return Terms.of(tree);
    }

    private Optional<JsonNode> value(Member field) {
        FieldPath path = at.child(field.key());
        Node node = field.value();
        return switch (field.key()) {
            case Terms.ARGS_SCHEMA, Terms.RESULT_SCHEMA -> SchemaReader.read(node, path, problems);
            case Terms.EFFECT -> symbol(node, path, codes(EffectClass.values()));
            case Terms.FAILURE -> failure(node, path);
            case Terms.PENDING -> expression(node, path);
            case Terms.CURSOR, Terms.RECORDS -> pointer(node, path);
            default -> pointers(node, path);
        };
    }

    private static List<String> codes(Enum<?>[] values) {
        return Arrays.stream(values)
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    private Optional<JsonNode> symbol(Node node, FieldPath path, List<String> known) {
        return node instanceof Scalar scalar && known.contains(scalar.text())
                ? Optional.of(TextNode.valueOf(scalar.text()))
                : refuse(node.place(), path, "must be one of " + String.join(", ", known), node.shown());
    }

    private Optional<JsonNode> pointer(Node node, FieldPath path) {
        if (node instanceof Scalar scalar && scalar.isText()) {
            try {
                return Optional.of(
                        TextNode.valueOf(FieldPointer.parse(scalar.text()).text()));
            } catch (IllegalArgumentException e) {
                return refuse(node.place(), path, POINTER, node.shown());
            }
        }
        return refuse(node.place(), path, POINTER, node.shown());
    }

    private Optional<JsonNode> pointers(Node node, FieldPath path) {
        if (!(node instanceof Items items) || items.items().size() > MOST_POINTERS) {
            String rule = "must be a list of at most " + MOST_POINTERS + " JSON Pointers";
            return refuse(node.place(), path, rule, node.shown());
        }
        ArrayNode pointers = JsonNodeFactory.instance.arrayNode();
        boolean sound = true;
        for (Node item : items.items()) {
            Optional<JsonNode> pointer =
                    pointer(item, path.child(String.valueOf(items.items().indexOf(item))));
            pointer.ifPresent(pointers::add);
            sound &= pointer.isPresent();
        }
        return sound ? Optional.of(pointers) : Optional.empty();
    }

    private Optional<JsonNode> failure(Node node, FieldPath path) {
        List<String> names = List.of("when", "class", "code");
        if (!(node instanceof Mapping mapping)) {
            return refuse(node.place(), path, "must be a mapping of " + String.join(", ", names), node.shown());
        }
        boolean known = true;
        for (Member member : mapping.members()) {
            if (!names.contains(member.key())) {
                known = false;
                String rule = "is no known field, known are " + String.join(", ", names);
                refuse(
                        member.place(),
                        path.child(member.key()),
                        rule,
                        member.value().shown());
            }
        }
        Optional<JsonNode> when = member(mapping, path, "when").flatMap(n -> expression(n, path.child("when")));
        Optional<JsonNode> kind = member(mapping, path, "class")
                .flatMap(n -> symbol(n, path.child("class"), codes(ToolError.Kind.values())));
        Optional<JsonNode> code =
                member(mapping, path, "code").flatMap(n -> text(n, path.child("code"), LONGEST_CODE, problems));
        return known && when.isPresent() && kind.isPresent() && code.isPresent()
                ? Optional.of(JsonNodeFactory.instance
                        .objectNode()
                        .<ObjectNode>set("when", when.get())
                        .<ObjectNode>set("class", kind.get())
                        .<ObjectNode>set("code", code.get()))
                : Optional.empty();
    }

    private Optional<Node> member(Mapping mapping, FieldPath path, String name) {
        Optional<Node> value = mapping.value(name);
        if (value.isEmpty()) {
            refuse(mapping.place(), path.child(name), "is required", Problem.ABSENT);
        }
        return value;
    }

    private Optional<JsonNode> expression(Node node, FieldPath path) {
        return expression(Expressions.VALUE, node, path, problems);
    }

    /** A text; empty, with the problem noted, when a node is none. */
    static Optional<JsonNode> text(Node node, FieldPath path, int longest, Problems problems) {
        if (node instanceof Scalar scalar
                && scalar.isText()
                && !scalar.text().isBlank()
                && scalar.text().length() <= longest) {
            return Optional.of(TextNode.valueOf(scalar.text()));
        }
        problems.add(node.place(), path.toString(), "must be a text of 1 to " + longest + " characters", node.shown());
        return Optional.empty();
    }

    /** A CEL expression; empty, with the problem noted where it stands, when a node is none. */
    static Optional<JsonNode> expression(Expressions kind, Node node, FieldPath path, Problems problems) {
        if (!(node instanceof Scalar scalar) || scalar.isNull() || scalar.text().isBlank()) {
            problems.add(node.place(), path.toString(), "must be a CEL expression", node.shown());
            return Optional.empty();
        }
        try {
            kind.compile(scalar.text());
            return Optional.of(TextNode.valueOf(scalar.text()));
        } catch (CelFault e) {
            problems.add(place(scalar, e), path.toString(), line(e.rule()), scalar.shown());
            return Optional.empty();
        }
    }

    private static String line(String rule) {
        String line = rule.replaceAll("\\s+", " ");
        return line.length() > LONGEST_RULE ? line.substring(0, LONGEST_RULE) + "…" : line;
    }

    /** Where in the file the fault is; of a text over several lines nobody knows how it was indented. */
    private static Place place(Scalar scalar, CelFault fault) {
        boolean oneLine = scalar.text().indexOf('\n') < 0 && fault.line() == 1;
        int quote = scalar.plain() ? 0 : 1;
        return oneLine
                ? new Place(scalar.place().line(), scalar.place().column() + quote + fault.column())
                : scalar.place();
    }

    private void overlaps(ObjectNode tree, List<Member> fields) {
        for (JsonNode ignored : tree.path(Terms.VOLATILE)) {
            for (JsonNode identity : tree.path(Terms.IDENTITY)) {
                boolean both =
                        FieldPointer.parse(ignored.textValue()).overlaps(FieldPointer.parse(identity.textValue()));
                if (both) {
                    String rule = "must not overlap " + identity.textValue() + " of identity";
                    refuse(place(fields, ignored.textValue()), at.child(Terms.VOLATILE), rule, ignored.textValue());
                    tree.remove(Terms.VOLATILE);
                    return;
                }
            }
        }
    }

    /** Where a pointer of the volatile fields stands, or else what overlaps it. */
    private static Place place(List<Member> fields, String pointer) {
        return fields.stream()
                .filter(field -> field.key().equals(Terms.VOLATILE) && field.value() instanceof Items)
                .flatMap(field -> ((Items) field.value()).items().stream())
                .filter(item -> item instanceof Scalar scalar && scalar.text().equals(pointer))
                .findFirst()
                .map(Node::place)
                .or(() -> fields.stream()
                        .filter(field -> field.key().equals(Terms.IDENTITY))
                        .findFirst()
                        .map(Member::place))
                .orElse(Place.START);
    }

    private Optional<JsonNode> refuse(Place place, FieldPath path, String rule, String value) {
        problems.add(place, path.toString(), rule, value);
        return Optional.empty();
    }
}
