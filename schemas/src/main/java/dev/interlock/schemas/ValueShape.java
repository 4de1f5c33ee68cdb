package dev.interlock.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.POJONode;

/** The type of a field as a check. */
sealed interface ValueShape
        permits RecordShape,
                ValueShape.TextShape,
                ValueShape.ShortenedShape,
                ValueShape.IntegerShape,
                ValueShape.BooleanShape,
                ValueShape.JsonShape,
                ValueShape.ListShape {
    /**
     * The value, known to have this shape.
     *
     * @throws InvalidRecordException if it has not
     */
    JsonNode check(JsonNode node, FieldPath path, Form form);

    static InvalidRecordException refuse(FieldPath path, Rule rule, JsonNode node) {
        return new InvalidRecordException(path.text(), rule, show(node));
    }

    static String show(JsonNode node) {
        return node.isTextual() ? node.textValue() : node.toString();
    }

    /** A text of so many code points. */
    record TextShape(int minLength, int maxLength) implements ValueShape {
        @Override
        public JsonNode check(JsonNode node, FieldPath path, Form form) {
            if (!node.isTextual()) {
                throw refuse(path, Rule.TYPE, node);
            }
            String text = node.textValue();
            if (text.length() < minLength || text.codePointCount(0, text.length()) > maxLength) {
                throw refuse(path, Rule.LENGTH, node);
            }
            if (StrictText.hasLoneSurrogate(text)) {
                throw refuse(path, Rule.LONE_SURROGATE, node);
            }
            return node;
        }
    }

    /** A text for a reader, of which so many UTF-16 units are kept: nothing is refused because somebody said much. */
    record ShortenedShape(int length) implements ValueShape {
        private static final TextShape ANY_TEXT = new TextShape(0, Integer.MAX_VALUE);

        @Override
        public JsonNode check(JsonNode node, FieldPath path, Form form) {
            JsonNode text = ANY_TEXT.check(node, path, form);
            return ExactTree.NODES.textNode(Excerpt.start(text.textValue(), length));
        }
    }

    /** An integer, written without fraction and exponent, within its range. */
    record IntegerShape(long min, long max) implements ValueShape {
        @Override
        public JsonNode check(JsonNode node, FieldPath path, Form form) {
            if (!node.isIntegralNumber()) {
                throw refuse(path, Rule.TYPE, node);
            }
            if (!node.canConvertToLong() || node.longValue() < min || node.longValue() > max) {
                throw refuse(path, Rule.RANGE, node);
            }
            return node;
        }
    }

    /** True or false. */
    record BooleanShape() implements ValueShape {
        @Override
        public JsonNode check(JsonNode node, FieldPath path, Form form) {
            if (!node.isBoolean()) {
                throw refuse(path, Rule.TYPE, node);
            }
            return node;
        }
    }

    /** Arbitrary JSON of so many bytes, as {@link Json#size} counts them. Null is absent, in a tree and as a text. */
    record JsonShape(int maxBytes) implements ValueShape {
        @Override
        public JsonNode check(JsonNode node, FieldPath path, Form form) {
            Json json = json(node, path, form);
            if (maxBytes < Limits.RECORD_BYTES && json.size() > maxBytes) {
                throw new InvalidRecordException(path.text(), Rule.SIZE, json.size() + " bytes");
            }
            return json.node().isNull() ? json.node() : new POJONode(json);
        }

        private static Json json(JsonNode node, FieldPath path, Form form) {
            if (node instanceof POJONode carried && carried.getPojo() instanceof Json json) {
                return json;
            }
            return form == Form.TREE ? Json.exact(node, path.text()) : parse(node, path);
        }

        private static Json parse(JsonNode node, FieldPath path) {
            if (!node.isTextual()) {
                throw refuse(path, Rule.TYPE, node);
            }
            try {
                return Json.parse(node.textValue());
            } catch (InvalidRecordException e) {
                FieldPath at = e.field().isEmpty() ? path : path.field(e.field());
                throw new InvalidRecordException(at.text(), e.rule(), e.value(), e);
            }
        }
    }

    /** A list of so many values of one shape. */
    record ListShape(ValueShape items, int maxItems) implements ValueShape {
        @Override
        public JsonNode check(JsonNode node, FieldPath path, Form form) {
            if (!node.isArray()) {
                throw refuse(path, Rule.TYPE, node);
            }
            if (node.size() > maxItems) {
                throw new InvalidRecordException(path.text(), Rule.LENGTH, node.size() + " items");
            }
            ArrayNode checked = ExactTree.NODES.arrayNode();
            for (int at = 0; at < node.size(); at++) {
                checked.add(items.check(node.get(at), path.item(at), form));
            }
            return checked;
        }
    }
}
