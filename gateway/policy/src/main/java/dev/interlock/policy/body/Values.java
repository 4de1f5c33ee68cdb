package dev.interlock.policy.body;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.interlock.core.policy.Action;
import dev.interlock.policy.problem.Place;
import dev.interlock.policy.yaml.Node;
import dev.interlock.policy.yaml.Node.Scalar;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads single values. */
final class Values {
    private static final List<String> DEEDS = List.of("deny", "stop", "observe");
    private static final String DENY_THEN_STOP = "deny_then_stop";
    private static final String DEED = "must be deny, stop, observe or {deny_then_stop: n}";
    private static final int MOST_DIGITS = 30;

    private final Merging merging;
    private final Map<FieldPath, Shape.Whole> beyond = new LinkedHashMap<>();

    Values(Merging merging) {
        this.merging = merging;
    }

    /** Numbers that their type cannot hold; the nearest that it can stands for them until somebody says what they must be. */
    Map<FieldPath, Shape.Whole> beyond() {
        return beyond;
    }

    /** The value of a node; empty, with the problem noted, when it cannot be of this shape. */
    Optional<JsonNode> single(Shape shape, Node node, FieldPath path, Class<?> owner) {
        return switch (shape) {
            case Shape.Whole whole -> whole(whole, node, path, owner);
            case Shape.Flag flag -> flag(node, path);
            case Shape.Text text -> text(node, path);
            case Shape.Symbol symbol -> symbol(symbol, node, path);
            case Shape.Deed deed -> deed(node, path);
            default -> throw new IllegalArgumentException("no single value: " + shape);
        };
    }

    private Optional<JsonNode> whole(Shape.Whole whole, Node node, FieldPath path, Class<?> owner) {
        if (!(node instanceof Scalar scalar) || !scalar.isWhole()) {
            String allowed = Samples.rule(owner, path.last(), whole)
                    .map(rule -> ", " + rule.replaceFirst("^must be ", ""))
                    .orElse("");
            return refuse(node, path, "must be a whole number" + allowed);
        }
        String digits = scalar.digits();
        boolean negative = digits.startsWith("-");
        boolean endless = digits.length() > MOST_DIGITS;
        BigInteger exact = endless ? BigInteger.ZERO : new BigInteger(digits);
        boolean fits = !endless
                && exact.compareTo(BigInteger.valueOf(whole.least())) >= 0
                && exact.compareTo(BigInteger.valueOf(whole.most())) <= 0;
        if (!fits) {
            beyond.put(path, whole);
        }
        long held = fits ? exact.longValueExact() : negative ? whole.least() : whole.most();
        boolean small = whole.most() == Integer.MAX_VALUE;
        return Optional.of(
                small ? JsonNodeFactory.instance.numberNode((int) held) : JsonNodeFactory.instance.numberNode(held));
    }

    private Optional<JsonNode> flag(Node node, FieldPath path) {
        if (node instanceof Scalar scalar && (scalar.isTrue() || scalar.isFalse())) {
            return Optional.of(JsonNodeFactory.instance.booleanNode(scalar.isTrue()));
        }
        return refuse(node, path, "must be true or false");
    }

    private Optional<JsonNode> text(Node node, FieldPath path) {
        if (node instanceof Scalar scalar && scalar.isText() && !scalar.text().isBlank()) {
            return Optional.of(JsonNodeFactory.instance.textNode(scalar.text()));
        }
        return refuse(node, path, "must be a text that is not empty");
    }

    private Optional<JsonNode> symbol(Shape.Symbol symbol, Node node, FieldPath path) {
        if (node instanceof Scalar scalar) {
            String word = scalar.text().toLowerCase(Locale.ROOT);
            if (symbol.words().contains(word)) {
                return Optional.of(JsonNodeFactory.instance.textNode(word));
            }
        }
        return refuse(node, path, "must be one of " + String.join(", ", symbol.words()));
    }

    private Optional<JsonNode> deed(Node node, FieldPath path) {
        if (node instanceof Scalar scalar && DEEDS.contains(scalar.text())) {
            return Optional.of(JsonNodeFactory.instance.textNode(scalar.text()));
        }
        if (node instanceof Node.Mapping mapping && mapping.members().size() == 1) {
            Node.Member only = mapping.members().get(0);
            if (only.key().equals(DENY_THEN_STOP)) {
                return patience(only.value(), path.child(DENY_THEN_STOP));
            }
        }
        return refuse(node, path, DEED);
    }

    private Optional<JsonNode> patience(Node node, FieldPath path) {
        Optional<JsonNode> denials =
                whole(new Shape.Whole(Integer.MIN_VALUE, Integer.MAX_VALUE), node, path, Object.class);
        beyond.remove(path);
        return denials.flatMap(number -> {
            try {
                Action.DenyThenStop patient = new Action.DenyThenStop(number.intValue());
                return Optional.of(JsonNodeFactory.instance.objectNode().put(DENY_THEN_STOP, patient.denials()));
            } catch (IllegalArgumentException e) {
                String rule = String.valueOf(e.getMessage()).replaceAll("^denials: |, was .*$", "");
                return refuse(node, path, rule);
            }
        });
    }

    private Optional<JsonNode> refuse(Node node, FieldPath path, String rule) {
        Place place = node.place();
        merging.refuse(place, path, rule, node.shown());
        return Optional.empty();
    }
}
