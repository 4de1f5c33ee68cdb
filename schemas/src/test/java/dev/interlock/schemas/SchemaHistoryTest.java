package dev.interlock.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaValidationException;
import org.apache.avro.SchemaValidatorBuilder;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Both directions: records of a release stay on the topics for as long as they are kept, and during an upgrade the old
 * gateway, agents and workers read what the new ones write.
 */
class SchemaHistoryTest {
    private static final Path HISTORY = Path.of("history");

    static Stream<Named<Path>> released() throws IOException {
        List<Named<Path>> files = new ArrayList<>();
        for (String version : Files.readAllLines(HISTORY.resolve("VERSIONS"))) {
            try (Stream<Path> schemas = Files.list(HISTORY.resolve(version))) {
                schemas.sorted().forEach(file -> files.add(Named.of(version + " " + file.getFileName(), file)));
            }
        }
        return files.stream();
    }

    @ParameterizedTest
    @MethodSource("released")
    void aReleasedSchema_andTheCurrentOne_readEachOther(Path file) throws IOException {
        Path current = Path.of("avro").resolve(file.getFileName());
        assertThat(current)
                .as("Record of %s is gone. A released record stays: its records are still on the topics.", file)
                .exists();
        assertThat(incompatibility(parse(current), parse(file)))
                .as(
                        "%s and %s do not read each other. Undo the change, or: give a new field a default (a union"
                                + " with null, default null); keep name, type and default of a released field; leave a"
                                + " field nobody needs in place. A new meaning needs a new field.",
                        current, file)
                .isEmpty();
    }

    private static String incompatibility(Schema current, Schema released) {
        try {
            new SchemaValidatorBuilder().mutualReadStrategy().validateAll().validate(current, List.of(released));
            return "";
        } catch (SchemaValidationException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @ParameterizedTest
    @MethodSource("released")
    void aReleasedRecord_isStillRead(Path file) throws IOException {
        Schema released = parse(file);
        assertThat(RecordSchema.load(released.getName()).readable())
                .as("Schemas by which records are read")
                .containsKey(RecordSchema.fingerprint(released));
    }

    @Test
    void theCurrentSchemas_areTheNewestReleaseOrTheNext() throws IOException {
        List<String> versions = Files.readAllLines(HISTORY.resolve("VERSIONS"));
        assertThat(versions).isNotEmpty().doesNotHaveDuplicates();
        for (String version : versions) {
            assertThat(HISTORY.resolve(version)).isDirectory();
        }
        try (Stream<Path> entries = Files.list(HISTORY)) {
            assertThat(entries.filter(Files::isDirectory)
                            .map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(versions);
        }
    }

    @Test
    void theCheck_findsAFieldWithoutDefault() {
        Schema before = new Schema.Parser().parse(record(""));
        Schema after = new Schema.Parser().parse(record(",{\"name\":\"b\",\"type\":\"string\"}"));
        assertThat(incompatibility(after, before)).isNotEmpty();
        assertThat(incompatibility(before, after)).isNotEmpty();
        assertThat(incompatibility(before, before)).isEmpty();
    }

    private static String record(String more) {
        return "{\"type\":\"record\",\"name\":\"r\",\"fields\":[{\"name\":\"a\",\"type\":\"string\"}" + more + "]}";
    }

    private static Schema parse(Path file) throws IOException {
        return new Schema.Parser().parse(Files.readString(file));
    }

    @Test
    void aSchemaThatWasNeverReleased_isNotRead() {
        RecordCodec<Proposal> codec = RecordCodec.of(Proposal.class);
        byte[] bytes = {(byte) 0xC3, 1, 0, 0, 0, 0, 0, 0, 0, 0};
        assertThatThrownBy(() -> codec.decode(bytes)).hasMessageContaining("(unknown_schema)");
    }
}
