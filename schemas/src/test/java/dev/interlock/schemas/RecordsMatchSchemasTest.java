package dev.interlock.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.JsonProperties;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecordsMatchSchemasTest {

    static List<Class<? extends WireRecord>> kinds() {
        return Samples.kinds();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void javaRecordAndSchema_haveTheSameFieldsInTheSameOrder(Class<? extends WireRecord> kind) {
        Schema schema = schema(kind);
        assertThat(schema.getFullName()).isEqualTo("interlock." + RecordCodec.name(kind));
        assertSame(kind, schema);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyRecordAndField_saysWhatItMeans(Class<? extends WireRecord> kind) {
        for (Schema record : records(schema(kind))) {
            assertThat(record.getDoc()).as(record.getFullName()).isNotBlank();
            for (Schema.Field field : record.getFields()) {
                assertThat(field.doc())
                        .as(record.getName() + "." + field.name())
                        .isNotBlank();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void defaults_areWhatJavaTakesForAbsent(Class<? extends WireRecord> kind) {
        for (Schema record : records(schema(kind))) {
            for (Schema.Field field : record.getFields()) {
                if (field.hasDefaultValue()) {
                    assertThat(field.defaultVal())
                            .as(record.getName() + "." + field.name())
                            .isIn(Schema.Field.NULL_DEFAULT_VALUE, JsonProperties.NULL_VALUE, false, List.of());
                }
            }
        }
    }

    @Test
    void everySchemaFile_hasItsRecord() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("avro"))) {
            List<String> names = files.map(file -> file.getFileName().toString().replace(".avsc", ""))
                    .sorted()
                    .toList();
            assertThat(names)
                    .isEqualTo(kinds().stream().map(RecordCodec::name).sorted().toList());
        }
    }

    @Test
    void aNamedRecord_isTheSameInEverySchemaThatHasIt() {
        Map<String, String> seen = new HashMap<>();
        for (Class<? extends WireRecord> kind : kinds()) {
            for (Schema record : records(schema(kind))) {
                String text = expanded(record);
                assertThat(seen.getOrDefault(record.getFullName(), text))
                        .as(record.getFullName() + " in " + RecordCodec.name(kind))
                        .isEqualTo(text);
                seen.put(record.getFullName(), text);
            }
        }
    }

    /** All there is to a record, independent of where a nested one is spelled out first. */
    private static String expanded(Schema record) {
        StringBuilder text = new StringBuilder(record.getDoc()).append(record.getObjectProps());
        for (Schema.Field field : record.getFields()) {
            Schema present = Shapes.present(field.schema());
            String type = present.getType() == Schema.Type.RECORD ? present.getFullName() : "" + present.getType();
            text.append(field.name()).append(field.doc()).append(type).append(field.getObjectProps());
        }
        return text.toString();
    }

    private static Schema schema(Class<? extends WireRecord> kind) {
        return RecordSchema.load(RecordCodec.name(kind)).current();
    }

    /** A record and all records in it. */
    private static List<Schema> records(Schema record) {
        List<Schema> all = new ArrayList<>(List.of(record));
        for (Schema.Field field : record.getFields()) {
            Schema present = Shapes.present(field.schema());
            Schema inner = present.getType() == Schema.Type.ARRAY ? present.getElementType() : present;
            if (inner.getType() == Schema.Type.RECORD) {
                all.addAll(records(inner));
            }
        }
        return all;
    }

    private static void assertSame(Class<?> type, Schema schema) {
        RecordComponent[] components = type.getRecordComponents();
        assertThat(Stream.of(components).map(RecordsMatchSchemasTest::wireName))
                .as(type.getSimpleName())
                .isEqualTo(schema.getFields().stream().map(Schema.Field::name).toList());
        for (int at = 0; at < components.length; at++) {
            Schema.Field field = schema.getFields().get(at);
            assertType(components[at].getGenericType(), field.schema(), type.getSimpleName() + "." + field.name());
        }
    }

    private static String wireName(RecordComponent component) {
        JsonProperty renamed = component.getAccessor().getAnnotation(JsonProperty.class);
        return renamed != null
                ? renamed.value()
                : ((PropertyNamingStrategies.SnakeCaseStrategy) PropertyNamingStrategies.SNAKE_CASE)
                        .translate(component.getName());
    }

    private static void assertType(Type java, Schema avro, String where) {
        boolean optional = avro.isUnion();
        Schema present = Shapes.present(avro);
        switch (present.getType()) {
            case INT -> assertThat(java).as(where).isEqualTo(optional ? Integer.class : int.class);
            case LONG -> assertThat(java).as(where).isEqualTo(optional ? Long.class : long.class);
            case BOOLEAN -> assertThat(java).as(where).isEqualTo(optional ? Boolean.class : boolean.class);
            case STRING -> assertThat(java).as(where).isEqualTo(Shapes.isJson(present) ? Json.class : String.class);
            case RECORD -> assertRecord(java, present, where);
            case ARRAY -> {
                ParameterizedType list = (ParameterizedType) java;
                assertThat(list.getRawType()).as(where).isEqualTo(List.class);
                assertItems(list.getActualTypeArguments()[0], present.getElementType(), where + "[]");
            }
            default -> throw new AssertionError(where + " has the unexpected type " + present);
        }
    }

    /** A list of numbers has them as objects. */
    private static void assertItems(Type java, Schema avro, String where) {
        if (avro.getType() == Schema.Type.LONG) {
            assertThat(java).as(where).isEqualTo(Long.class);
        } else {
            assertType(java, avro, where);
        }
    }

    private static void assertRecord(Type java, Schema schema, String where) {
        assertThat(java).as(where).isEqualTo(Samples.wireType(schema.getName()));
        assertSame((Class<?>) java, schema);
    }
}
