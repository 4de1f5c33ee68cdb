package dev.interlock.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import java.math.BigDecimal;
import java.util.Optional;

/** Trees whose numbers are integers or exact decimals, and which can be written as strict JSON. */
final class ExactTree {
    static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ExactTree() {}

    static boolean deeperThan(JsonNode node, int depth) {
        if (!node.isContainerNode()) {
            return false;
        }
        if (depth == 0) {
            return true;
        }
        for (JsonNode child : node) {
            if (deeperThan(child, depth - 1)) {
                return true;
            }
        }
        return false;
    }

    /** An exact copy of any tree. */
    static JsonNode copy(JsonNode tree) {
        return copy(tree, 0);
    }

    private static JsonNode copy(JsonNode node, int depth) {
        return switch (node.getNodeType()) {
            case OBJECT -> object(node, deeper(depth));
            case ARRAY -> array(node, deeper(depth));
            case STRING -> NODES.textNode(paired(node.textValue()));
            case NUMBER -> number(node);
            case BOOLEAN, NULL -> node;
            case POJO -> carried((POJONode) node, depth);
            case BINARY, MISSING -> throw notJson(node);
        };
    }

    private static JsonNode carried(POJONode node, int depth) {
        if (node.getPojo() instanceof Json json) {
            return copy(json.node(), depth);
        }
        throw notJson(node);
    }

    private static InvalidRecordException notJson(JsonNode node) {
        return new InvalidRecordException("", Rule.TYPE, node.getNodeType().name());
    }

    private static int deeper(int depth) {
        if (depth == Limits.DEPTH) {
            throw new InvalidRecordException("", Rule.DEPTH, "more than " + Limits.DEPTH);
        }
        return depth + 1;
    }

    private static ObjectNode object(JsonNode node, int depth) {
        ObjectNode copy = NODES.objectNode();
        node.properties().forEach(entry -> copy.set(paired(entry.getKey()), copy(entry.getValue(), depth)));
        return copy;
    }

    private static ArrayNode array(JsonNode node, int depth) {
        ArrayNode copy = NODES.arrayNode();
        node.forEach(child -> copy.add(copy(child, depth)));
        return copy;
    }

    private static String paired(String text) {
        if (StrictText.hasLoneSurrogate(text)) {
            throw new InvalidRecordException("", Rule.LONE_SURROGATE, text);
        }
        return text;
    }

    private static JsonNode number(JsonNode node) {
        return switch (node.numberType()) {
            case INT, LONG -> node;
            case BIG_INTEGER -> bounded(ExactNumber.exact(node.bigIntegerValue()), node);
            case BIG_DECIMAL -> bounded(ExactNumber.exact(node.decimalValue()), node);
            case FLOAT, DOUBLE -> bounded(shortest(node), node);
        };
    }

    private static Optional<JsonNode> shortest(JsonNode node) {
        boolean finite = Double.isFinite(node.doubleValue());
        return finite ? ExactNumber.exact(new BigDecimal(node.asText())) : Optional.empty();
    }

    private static JsonNode bounded(Optional<JsonNode> number, JsonNode given) {
        return number.orElseThrow(() -> new InvalidRecordException("", Rule.NUMBER, given.asText()));
    }
}
