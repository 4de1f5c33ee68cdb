package dev.interlock.audit.export;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.interlock.audit.source.Slice;
import dev.interlock.audit.source.SourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What an export holds.
 *
 * @param version of this form
 * @param prefix what the names of all topics start with
 * @param format name of the {@link Form} of its files
 * @param slices the partitions, as they were when the export began
 * @param files its files; none as long as it is being written
 */
record Manifest(int version, String prefix, String format, List<Slice> slices, List<ExportedFile> files) {
    /** The form that is written and read. */
    static final int VERSION = 1;

    static final String NAME = "manifest.json";

    static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    Manifest {
        slices = List.copyOf(slices);
        files = List.copyOf(files);
    }

    Manifest with(List<ExportedFile> all) {
        return new Manifest(version, prefix, format, slices, all);
    }

    byte[] bytes() {
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A manifest has a JSON form", e);
        }
    }

    static Manifest read(Path file) {
        try {
            Manifest manifest = MAPPER.readValue(Files.readAllBytes(file), Manifest.class);
            if (manifest.version() != VERSION) {
                throw SourceException.unreadable(
                        file + " has the form " + manifest.version() + ", and " + VERSION + " is read here", null);
            }
            return manifest;
        } catch (IOException e) {
            throw SourceException.unreadable(file + " cannot be read as a manifest: " + e.getMessage(), e);
        }
    }
}
