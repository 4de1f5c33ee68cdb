package dev.interlock.audit.export;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.interlock.audit.source.Header;
import dev.interlock.audit.source.Raw;
import dev.interlock.audit.source.Sink;
import dev.interlock.audit.source.Slice;
import dev.interlock.schemas.Position;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads what {@link LineWriter} wrote. */
final class LineReader {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int BUFFER = 1 << 16;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int from;
    private int to;

    private LineReader(InputStream in) {
        this.in = in;
    }

    static void read(InputStream in, Slice slice, Sink sink) throws IOException {
        LineReader reader = new LineReader(in);
        for (byte[] line = reader.next(); line.length > 0; line = reader.next()) {
            sink.take(raw(line, slice));
        }
    }

    /** The next line without its end; empty when there is none. */
    private byte[] next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (true) {
            if (from == to) {
                from = 0;
                to = Math.max(0, in.read(buffer));
                if (to == 0) {
                    if (line.size() > 0) {
                        throw new EOFException("the last line has no end");
                    }
                    return new byte[0];
                }
            }
            int end = from;
            while (end < to && buffer[end] != '\n') {
                end++;
            }
            line.write(buffer, from, end - from);
            from = Math.min(to, end + 1);
            if (end < to) {
                return line.toByteArray();
            }
        }
    }

    private static Raw raw(byte[] line, Slice slice) throws IOException {
        int mark = indexOfValue(line);
        JsonNode head = MAPPER.readTree(mark < 0 ? line : closed(line, mark));
        byte[] value = mark < 0
                ? head.path("value_base64").binaryValue()
                : Arrays.copyOfRange(line, mark + LineWriter.VALUE.length, line.length - 1);
        List<Header> headers = new ArrayList<>();
        for (JsonNode header : head.path("headers")) {
            headers.add(new Header(header.path("name").asText(), bytes(header, "text")));
        }
        return new Raw(
                new Position(
                        slice.topic(), slice.partition(), head.path("offset").asLong()),
                head.path("timestamp_ms").asLong(),
                bytes(head, "key"),
                value,
                headers);
    }

    /** What stands before the value is an object of its own. */
    private static byte[] closed(byte[] line, int mark) {
        byte[] head = Arrays.copyOf(line, mark + 1);
        head[mark] = '}';
        return head;
    }

    /** In what comes before it all quotes are escaped that do not begin or end a text. */
    private static int indexOfValue(byte[] line) {
        for (int i = 0; i + LineWriter.VALUE.length <= line.length; i++) {
            if (Arrays.equals(LineWriter.VALUE, 0, LineWriter.VALUE.length, line, i, i + LineWriter.VALUE.length)) {
                return i;
            }
        }
        return -1;
    }

    private static byte[] bytes(JsonNode node, String name) throws IOException {
        JsonNode text = node.get(name);
        return text == null
                ? node.path(name + "_base64").binaryValue()
                : text.asText().getBytes(StandardCharsets.UTF_8);
    }
}
