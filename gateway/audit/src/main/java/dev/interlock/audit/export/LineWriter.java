package dev.interlock.audit.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import dev.interlock.audit.source.Header;
import dev.interlock.audit.source.Raw;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Writes records as lines. The value comes last: as {@code value}, the very bytes, where they are one JSON object on one
 * line; as {@code value_base64} otherwise; and not at all where there is none. A key or header that is no text has a name
 * that ends the same way.
 */
final class LineWriter implements Form.Writer {
    static final byte[] VALUE = ",\"value\":".getBytes(StandardCharsets.UTF_8);

    private static final JsonFactory JSON = JsonFactory.builder()
            .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build();

    private final OutputStream out;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    LineWriter(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(Raw raw) throws IOException {
        line.reset();
        boolean inline = raw.value() != null && isObject(raw.value());
        try (JsonGenerator json = JSON.createGenerator(line)) {
            json.writeStartObject();
            json.writeNumberField("offset", raw.at().offset());
            json.writeNumberField("timestamp_ms", raw.timestampMs());
            bytes(json, "key", raw.key());
            headers(json, raw);
            if (raw.value() != null && !inline) {
                json.writeBinaryField("value_base64", raw.value());
            }
            json.writeEndObject();
        }
        byte[] head = line.toByteArray();
        if (inline) {
            out.write(head, 0, head.length - 1);
            out.write(VALUE);
            out.write(raw.value());
            out.write('}');
        } else {
            out.write(head);
        }
        out.write('\n');
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    private static void headers(JsonGenerator json, Raw raw) throws IOException {
        if (raw.headers().isEmpty()) {
            return;
        }
        json.writeArrayFieldStart("headers");
        for (Header header : raw.headers()) {
            json.writeStartObject();
            json.writeStringField("name", header.name());
            bytes(json, "text", header.value());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void bytes(JsonGenerator json, String name, byte[] bytes) throws IOException {
        if (bytes == null) {
            return;
        }
        Optional<String> text = text(bytes);
        if (text.isPresent()) {
            json.writeStringField(name, text.get());
        } else {
            json.writeBinaryField(name + "_base64", bytes);
        }
    }

    private static Optional<String> text(byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException e) {
            // No text: it is written as bytes.
            return Optional.empty();
        }
    }

    /** Whether these bytes may stand in a line as they are. */
    private static boolean isObject(byte[] value) {
        if (value.length < 2 || value[0] != '{' || text(value).isEmpty()) {
            return false;
        }
        for (byte each : value) {
            if (each == '\n' || each == '\r') {
                return false;
            }
        }
        try (JsonParser parser = JSON.createParser(value)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            parser.skipChildren();
            return parser.nextToken() == null;
        } catch (IOException e) {
            // No JSON: it is written as bytes.
            return false;
        }
    }
}
