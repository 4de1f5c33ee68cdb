package dev.interlock.schemas;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The reader of JSON that refuses whatever two readers could understand differently. */
final class StrictJson {
    /** Names are not kept between documents: they come from outside and would fill the memory. */
    static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Limits.RECORD_BYTES)
                    .maxNumberLength(Limits.RECORD_BYTES)
                    .maxStringLength(Limits.RECORD_BYTES)
                    .maxNameLength(Limits.RECORD_BYTES)
                    .build())
            .build();

    private static final JsonNodeFactory NODES = ExactTree.NODES;

    private final JsonParser parser;
    private final int maxDepth;

    private StrictJson(JsonParser parser, int maxDepth) {
        this.parser = parser;
        this.maxDepth = maxDepth;
    }

    /** Reads one value and nothing behind it, nested at most {@code maxDepth} deep. */
    static JsonNode parse(String text, int maxDepth) {
        if (text.length() > Limits.RECORD_BYTES) {
            throw new InvalidRecordException("", Rule.SIZE, text.length() + " characters");
        }
        try (JsonParser parser = FACTORY.createParser(text)) {
            return new StrictJson(parser, maxDepth).document();
        } catch (IOException e) {
            throw new UncheckedIOException("Reading from memory failed", e);
        }
    }

    private JsonNode document() throws IOException {
        try {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw refuse(Rule.SYNTAX, "no content");
            }
            JsonNode value = value(first, 0);
            if (parser.nextToken() != null) {
                throw refuse(Rule.TRAILING_CONTENT, parser.getText());
            }
            return value;
        } catch (JsonProcessingException e) {
            throw new InvalidRecordException(path(), Rule.SYNTAX, e.getOriginalMessage(), e);
        }
    }

    private JsonNode value(JsonToken token, int depth) throws IOException {
        return switch (token) {
            case START_OBJECT -> object(depth + 1);
            case START_ARRAY -> array(depth + 1);
            case VALUE_STRING -> NODES.textNode(checked(parser.getText()));
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser.getText());
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            default -> throw refuse(Rule.SYNTAX, token.name());
        };
    }

    private ObjectNode object(int depth) throws IOException {
        checkDepth(depth);
        ObjectNode object = NODES.objectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = checked(parser.currentName());
            if (object.has(name)) {
                throw refuse(Rule.DUPLICATE_KEY, name);
            }
            object.set(name, value(parser.nextToken(), depth));
        }
        return object;
    }

    private ArrayNode array(int depth) throws IOException {
        checkDepth(depth);
        ArrayNode array = NODES.arrayNode();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            array.add(value(token, depth));
        }
        return array;
    }

    private void checkDepth(int depth) {
        if (depth > maxDepth) {
            throw refuse(Rule.DEPTH, "more than " + maxDepth);
        }
    }

    private String checked(String text) {
        if (StrictText.hasLoneSurrogate(text)) {
            throw refuse(Rule.LONE_SURROGATE, text);
        }
        return text;
    }

    private JsonNode number(String literal) {
        return ExactNumber.parse(literal).orElseThrow(() -> refuse(Rule.NUMBER, literal));
    }

    private InvalidRecordException refuse(Rule rule, String value) {
        return new InvalidRecordException(path(), rule, value);
    }

    private String path() {
        StringBuilder path = new StringBuilder();
        append(parser.getParsingContext(), path);
        return path.toString();
    }

    private static void append(JsonStreamContext context, StringBuilder path) {
        if (context == null || context.inRoot()) {
            return;
        }
        append(context.getParent(), path);
        if (context.inArray()) {
            path.append('[').append(Math.max(context.getCurrentIndex(), 0)).append(']');
        } else if (context.hasCurrentName()) {
            path.append(path.isEmpty() ? "" : ".").append(context.getCurrentName());
        }
    }
}
