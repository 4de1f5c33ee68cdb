package dev.interlock.policy.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.policy.yaml.Node.Items;
import dev.interlock.policy.yaml.Node.Mapping;
import dev.interlock.policy.yaml.Node.Scalar;
import java.math.BigDecimal;
import java.math.BigInteger;

/** A YAML tree without its places, for readers of JSON. */
public final class JsonTree {
    /** A longer number is a text: nothing that is configured has as many digits. */
    private static final int MOST_DIGITS = 100;

    private JsonTree() {}

    /** The same values as JSON. */
    public static JsonNode of(Node node) {
        return switch (node) {
            case Mapping mapping -> object(mapping);
            case Items items -> {
                ArrayNode array = JsonNodeFactory.instance.arrayNode();
                items.items().forEach(item -> array.add(of(item)));
                yield array;
            }
            case Scalar scalar -> single(scalar);
        };
    }

    private static ObjectNode object(Mapping mapping) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        mapping.members().forEach(member -> object.set(member.key(), of(member.value())));
        return object;
    }

    private static JsonNode single(Scalar scalar) {
        JsonNodeFactory make = JsonNodeFactory.instance;
        if (scalar.isNull()) {
            return make.nullNode();
        } else if (scalar.isTrue() || scalar.isFalse()) {
            return make.booleanNode(scalar.isTrue());
        } else if (scalar.text().length() > MOST_DIGITS) {
            return make.textNode(scalar.text());
        } else if (scalar.isWhole()) {
            BigInteger whole = new BigInteger(scalar.digits());
            return whole.bitLength() < Long.SIZE ? number(whole.longValue()) : make.numberNode(whole);
        } else if (scalar.isDecimal()) {
            return make.numberNode(new BigDecimal(scalar.text()));
        }
        return make.textNode(scalar.text());
    }

    private static JsonNode number(long value) {
        boolean small = value >= Integer.MIN_VALUE && value <= Integer.MAX_VALUE;
        return small ? JsonNodeFactory.instance.numberNode((int) value) : JsonNodeFactory.instance.numberNode(value);
    }
}
