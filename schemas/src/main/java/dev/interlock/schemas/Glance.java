package dev.interlock.schemas;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.BinaryDecoder;

/** The search for the ids of a record that as a whole cannot be read: it takes what stands before the fault. */
final class Glance {
    private static final String SCOPE = "scope";
    private static final char REPLACEMENT = '\uFFFD';

    private final Map<String, String> texts = new HashMap<>();
    private final Set<String> ambiguous = new HashSet<>();

    private Glance() {}

    static Peek atJson(byte[] bytes) {
        Glance glance = new Glance();
        try (JsonParser parser = StrictJson.FACTORY.createParser(new String(bytes, StandardCharsets.UTF_8))) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                glance.take(token, parser);
            }
        } catch (IOException e) {
            // Expected: the record is broken. What stood before the break counts.
            return glance.result();
        }
        return glance.result();
    }

    static Peek atAvro(byte[] bytes, Schema writer) {
        Glance glance = new Glance();
        BinaryDecoder body = AvroBody.body(bytes);
        try {
            for (Schema.Field field : writer.getFields()) {
                Object value = new GenericDatumReader<>(field.schema()).read(null, body);
                glance.take(field.name(), AvroTree.of(value, FieldPath.ROOT));
            }
        } catch (IOException | RuntimeException e) {
            // Expected: the record is broken. What stood before the break counts.
            return glance.result();
        }
        return glance.result();
    }

    private void take(JsonToken token, JsonParser parser) throws IOException {
        JsonStreamContext context = parser.getParsingContext();
        if (token != JsonToken.VALUE_STRING || !context.inObject()) {
            return;
        }
        JsonStreamContext parent = context.getParent();
        if (parent.inRoot()) {
            take(context.getCurrentName(), parser.getText());
        } else if (parent.inObject() && parent.getParent().inRoot() && SCOPE.equals(parent.getCurrentName())) {
            take(SCOPE + "." + context.getCurrentName(), parser.getText());
        }
    }

    private void take(String field, JsonNode value) {
        if (value.isTextual()) {
            take(field, value.textValue());
        } else if (SCOPE.equals(field)) {
            value.properties().stream()
                    .filter(member -> member.getValue().isTextual())
                    .forEach(member -> take(
                            SCOPE + "." + member.getKey(), member.getValue().textValue()));
        }
    }

    private void take(String path, String text) {
        if (texts.putIfAbsent(path, text) != null) {
            ambiguous.add(path);
        }
    }

    private Peek result() {
        texts.keySet().removeAll(ambiguous);
        texts.values().removeIf(text -> !isId(text));
        return Peek.of(texts);
    }

    private static boolean isId(String text) {
        return !text.isEmpty()
                && text.codePointCount(0, text.length()) <= Limits.ID_LENGTH
                && text.indexOf(REPLACEMENT) < 0
                && !StrictText.hasLoneSurrogate(text);
    }
}
