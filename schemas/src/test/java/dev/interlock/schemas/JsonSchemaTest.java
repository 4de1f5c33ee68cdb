package dev.interlock.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonSchemaTest {
    private static final boolean WRITE = Boolean.getBoolean("interlock.write");
    private static final long SEED = Long.getLong("interlock.seed", System.nanoTime());

    static List<Class<? extends WireRecord>> kinds() {
        return Samples.kinds();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void theJsonSchema_isWhatTheAvroSchemaSays(Class<? extends WireRecord> kind) throws IOException {
        String name = RecordCodec.name(kind);
        String made = JsonSchemas.text(RecordSchema.load(name).current());
        Path file = file(name);
        if (WRITE) {
            Files.writeString(file, made);
        }
        assertThat(file)
                .as("Write it anew with: mvn -pl schemas -am test -Dtest=JsonSchemaTest -Dinterlock.write=true")
                .hasContent(made);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <T extends WireRecord> void whatIsWritten_isValid(Class<T> kind) throws IOException {
        RecordCodec<T> codec = RecordCodec.of(kind);
        for (long seed = SEED; seed < SEED + 10; seed++) {
            byte[] json = codec.encode(new Samples(seed, seed % 2 == 0).record(kind), Format.JSON);
            assertThat(errors(RecordCodec.name(kind), new String(json, StandardCharsets.UTF_8)))
                    .as("replay: mvn -pl schemas -am test -Dtest=JsonSchemaTest -Dinterlock.seed=%d", seed)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"stop\",\"control_id\":\"c\",\"by\":\"b\",\"reason\":\"x\"}",
                "{\"type\":\"grant\",\"control_id\":\"c\",\"by\":\"b\",\"reason\":\"x\",\"run_id\":\"\"}",
                "{\"type\":\"grant\",\"control_id\":\"c\",\"by\":\"b\",\"reason\":\"x\",\"run_id\":7}",
                "{\"type\":\"grant\",\"control_id\":\"c\",\"by\":\"b\",\"run_id\":\"r\"}",
                "{\"type\":\"alive\",\"control_id\":\"c\",\"by\":\"b\",\"reason\":\"x\",\"valid_for_ms\":-1}"
            })
    void whatTheCodecRefuses_isNotValid(String control) throws IOException {
        byte[] bytes = control.getBytes(StandardCharsets.UTF_8);
        assertThat(errors("control", control)).isNotEmpty();
        assertThatThrownBy(() -> RecordCodec.of(Control.class).decode(bytes))
                .isInstanceOf(InvalidRecordException.class);
    }

    @Test
    void thereIsNoSchemaWithoutARecord() throws IOException {
        try (var files = Files.list(Path.of("json"))) {
            assertThat(files).hasSize(kinds().size());
        }
    }

    static List<Error> errors(String record, String json) throws IOException {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
                .getSchema(Files.readString(file(record)))
                .validate(json, InputFormat.JSON);
    }

    private static Path file(String record) {
        return Path.of("json", record + ".schema.json");
    }
}
