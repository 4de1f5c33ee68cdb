package dev.interlock.schemas;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.avro.Schema;

/** Random records within the bounds of their schemas. With every optional part, or with some. */
final class Samples {
    private static final List<Class<?>> WIRE = List.of(WireRecord.class.getPermittedSubclasses());
    private static final List<String> VALUES = List.of(
            "{}",
            "[]",
            "\"\\ud83d\\ude00 \\u0000\"",
            "0",
            "-1.50",
            "1e999999999",
            "9007199254740993",
            "{\"b\":[1,null]}");

    private static final Map<Class<?>, Schema> SCHEMAS = kinds().stream()
            .collect(Collectors.toMap(
                    kind -> kind,
                    kind -> RecordSchema.load(RecordCodec.name(kind)).current()));

    private final Random random;
    private final boolean complete;

    Samples(long seed, boolean complete) {
        this.random = new Random(seed);
        this.complete = complete;
    }

    /** All kinds of records. */
    @SuppressWarnings("unchecked")
    static List<Class<? extends WireRecord>> kinds() {
        return WIRE.stream()
                .<Class<? extends WireRecord>>map(kind -> (Class<? extends WireRecord>) kind)
                .toList();
    }

    <T extends WireRecord> T record(Class<T> kind) {
        return kind.cast(build(kind, SCHEMAS.get(kind)));
    }

    private Object build(Class<?> type, Schema schema) {
        List<Class<?>> types = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            Schema.Field field = schema.getFields().get(types.size());
            types.add(component.getType());
            values.add(value(component, field));
        }
        try {
            return type.getDeclaredConstructor(types.toArray(Class[]::new)).newInstance(values.toArray());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("Cannot build " + type, e);
        }
    }

    private Object value(RecordComponent component, Schema.Field field) {
        boolean optional = field.schema().isUnion() && field.getObjectProp("required_for") == null;
        if (optional && !complete && random.nextBoolean()) {
            return null;
        }
        Schema present = Shapes.present(field.schema());
        if (present.getType() != Schema.Type.ARRAY) {
            return single(component.getType(), present, field);
        }
        Class<?> items = present.getElementType().getType() == Schema.Type.RECORD
                ? wireType(present.getElementType().getName())
                : String.class;
        return List.of(single(items, present.getElementType(), field), single(items, present.getElementType(), field));
    }

    private Object single(Class<?> type, Schema schema, Schema.Field field) {
        return switch (schema.getType()) {
            case RECORD -> build(type, schema);
            case BOOLEAN -> random.nextBoolean();
            case INT -> (int) number(field, Integer.MAX_VALUE);
            case LONG -> number(field, Long.MAX_VALUE);
            default -> Shapes.isJson(schema) ? json() : text(field);
        };
    }

    private long number(Schema.Field field, long otherwise) {
        long max = field.getObjectProp("max") instanceof Number bound ? bound.longValue() : otherwise;
        return switch (random.nextInt(3)) {
            case 0 -> 1;
            case 1 -> max;
            default -> random.nextLong(1, max);
        };
    }

    private Json json() {
        return Json.parse(VALUES.get(random.nextInt(VALUES.size())));
    }

    private String text(Schema.Field field) {
        if (field.getObjectProp("symbols") instanceof List<?> symbols) {
            return (String) symbols.get(random.nextInt(symbols.size()));
        }
        return "é😀-" + random.nextInt(1000);
    }

    /** The Java record of a named Avro record. */
    static Class<?> wireType(String name) {
        StringBuilder simple = new StringBuilder();
        for (String part : name.split("_")) {
            simple.append(Character.toUpperCase(part.charAt(0))).append(part.substring(1));
        }
        try {
            return Class.forName(WireRecord.class.getPackageName() + "." + simple);
        } catch (ClassNotFoundException e) {
            throw new AssertionError("No Java record for the Avro record " + name, e);
        }
    }
}
