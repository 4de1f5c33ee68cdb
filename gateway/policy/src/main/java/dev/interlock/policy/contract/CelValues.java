package dev.interlock.policy.contract;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cel.common.values.NullValue;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * JSON as CEL sees it. Whole numbers are exact up to 64 bits; what is longer or has a point is CEL's double. What no
 * expression looks at is not turned into anything: most of a large value is not.
 */
final class CelValues {
    /** JSON's null. */
    static final Object NOTHING = NullValue.NULL_VALUE;

    private CelValues() {}

    static Object of(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> object(node);
            case ARRAY -> new Items(node);
            case STRING -> node.textValue();
            case BOOLEAN -> node.booleanValue();
            case NUMBER -> number(node);
            default -> NOTHING;
        };
    }

    static Map<String, Object> object(JsonNode node) {
        return new Members(node);
    }

    private static Object number(JsonNode node) {
        boolean exact = node.isIntegralNumber() && node.canConvertToLong();
        return exact ? (Object) node.longValue() : (Object) node.doubleValue();
    }

    private static final class Items extends AbstractList<Object> {
        private final JsonNode array;

        Items(JsonNode array) {
            this.array = array;
        }

        @Override
        public Object get(int index) {
            if (index < 0 || index >= array.size()) {
                throw new IndexOutOfBoundsException(index);
            }
            return of(array.get(index));
        }

        @Override
        public int size() {
            return array.size();
        }
    }

    private static final class Members extends AbstractMap<String, Object> {
        private final JsonNode object;

        Members(JsonNode object) {
            this.object = object;
        }

        @Override
        public Object get(Object key) {
            JsonNode member = key instanceof String name ? object.get(name) : null;
            return member == null ? null : of(member);
        }

        @Override
        public boolean containsKey(Object key) {
            return key instanceof String name && object.has(name);
        }

        @Override
        public int size() {
            return object.size();
        }

        @Override
        public Set<Entry<String, Object>> entrySet() {
            Map<String, Object> members = new LinkedHashMap<>();
            object.properties().forEach(member -> members.put(member.getKey(), of(member.getValue())));
            return members.entrySet();
        }
    }
}
