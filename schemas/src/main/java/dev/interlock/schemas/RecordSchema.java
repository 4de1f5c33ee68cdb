package dev.interlock.schemas;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/**
 * The Avro schemas of one kind of record.
 *
 * @param current the schema that is written
 * @param readable the current and all released schemas, by their fingerprint
 */
record RecordSchema(Schema current, Map<Long, Schema> readable) {
    private static final String CURRENT = "avro/";
    private static final String RELEASED = "history/";

    RecordSchema {
        readable = Map.copyOf(readable);
    }

    /** Loads the schemas of a record, named in snake_case. */
    static RecordSchema load(String name) {
        Schema current = required(CURRENT + name + ".avsc");
        Map<Long, Schema> readable = new HashMap<>();
        for (String version : versions()) {
            read(RELEASED + version + "/" + name + ".avsc")
                    .map(RecordSchema::parse)
                    .ifPresent(released -> readable.put(fingerprint(released), released));
        }
        readable.put(fingerprint(current), current);
        return new RecordSchema(current, readable);
    }

    static long fingerprint(Schema schema) {
        return SchemaNormalization.parsingFingerprint64(schema);
    }

    private static List<String> versions() {
        return read(RELEASED + "VERSIONS").orElseThrow().lines().toList();
    }

    private static Schema required(String path) {
        return parse(read(path).orElseThrow(() -> new IllegalStateException("The build left out " + path)));
    }

    private static Schema parse(String text) {
        return new Schema.Parser().parse(text);
    }

    private static Optional<String> read(String path) {
        try (InputStream in = RecordSchema.class.getResourceAsStream(path)) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + path + " from the class path", e);
        }
    }
}
