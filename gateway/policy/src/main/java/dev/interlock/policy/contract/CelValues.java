package dev.interlock.policy.contract;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cel.common.values.NullValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as CEL sees it. Whole numbers are exact up to 64 bits; what is longer or has a point is CEL's double. */
final class CelValues {
    /** JSON's null. */
    static final Object NOTHING = NullValue.NULL_VALUE;

    private CelValues() {}

    static Object of(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> object(node);
            case ARRAY -> {
                List<Object> items = new ArrayList<>();
                node.forEach(item -> items.add(of(item)));
                yield items;
            }
            case STRING -> node.textValue();
            case BOOLEAN -> node.booleanValue();
            case NUMBER -> number(node);
            default -> NOTHING;
        };
    }

    static Map<String, Object> object(JsonNode node) {
        Map<String, Object> members = new LinkedHashMap<>();
        node.properties().forEach(member -> members.put(member.getKey(), of(member.getValue())));
        return members;
    }

    private static Object number(JsonNode node) {
        boolean exact = node.isIntegralNumber() && node.canConvertToLong();
        return exact ? (Object) node.longValue() : (Object) node.doubleValue();
    }
}
