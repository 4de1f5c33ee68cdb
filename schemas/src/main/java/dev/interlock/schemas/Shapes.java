package dev.interlock.schemas;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.Schema;

/** The translation of Avro schemas into shapes. Bounds stand in the schemas as properties of fields. */
final class Shapes {
    private static final String INTERLOCK = "interlock";

    private Shapes() {}

    static RecordShape of(Schema schema) {
        List<FieldShape> fields = schema.getFields().stream().map(Shapes::field).toList();
        return new RecordShape(schema.getName(), "lenient".equals(schema.getProp(INTERLOCK)), fields);
    }

    /** The type itself, where null stands for absent. */
    static Schema present(Schema type) {
        return type.isUnion()
                ? type.getTypes().stream()
                        .filter(branch -> branch.getType() != Schema.Type.NULL)
                        .findFirst()
                        .orElseThrow()
                : type;
    }

    static boolean isJson(Schema type) {
        return "json".equals(type.getProp(INTERLOCK));
    }

    /** Greatest size of a record with this schema, in bytes. */
    static int maxBytes(Schema record) {
        return record.getObjectProp("max_bytes") instanceof Number bound ? bound.intValue() : Limits.RECORD_BYTES;
    }

    private static FieldShape field(Schema.Field field) {
        return new FieldShape(
                field.name(), value(present(field.schema()), field), field.hasDefaultValue(), need(field));
    }

    private static ValueShape value(Schema type, Schema.Field field) {
        return switch (type.getType()) {
            case STRING -> isJson(type) ? json(field) : text(field);
            case INT -> integer(field, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case LONG -> integer(field, Long.MIN_VALUE, Long.MAX_VALUE);
            case BOOLEAN -> new ValueShape.BooleanShape();
            case RECORD -> of(type);
            case ARRAY ->
                new ValueShape.ListShape(
                        value(type.getElementType(), field), (int) bound(field, "max_items", Limits.RECORD_BYTES));
            default -> throw new IllegalStateException("No shape for " + field + " of type " + type);
        };
    }

    private static ValueShape json(Schema.Field field) {
        return new ValueShape.JsonShape((int) bound(field, "max_bytes", Limits.RECORD_BYTES));
    }

    private static ValueShape text(Schema.Field field) {
        long shortenTo = bound(field, "shorten_to", 0);
        return shortenTo > 0
                ? new ValueShape.ShortenedShape((int) shortenTo)
                : new ValueShape.TextShape(
                        (int) bound(field, "min_length", 0), (int) bound(field, "max_length", Limits.RECORD_BYTES));
    }

    private static ValueShape integer(Schema.Field field, long min, long max) {
        return new ValueShape.IntegerShape(bound(field, "min", min), bound(field, "max", max));
    }

    private static long bound(Schema.Field field, String property, long otherwise) {
        return field.getObjectProp(property) instanceof Number bound ? bound.longValue() : otherwise;
    }

    private static Optional<FieldShape.Need> need(Schema.Field field) {
        if (!(field.getObjectProp("required_for") instanceof Map<?, ?> needs)) {
            return Optional.empty();
        }
        Map.Entry<?, ?> need = needs.entrySet().iterator().next();
        return Optional.of(new FieldShape.Need((String) need.getKey(), symbols((Collection<?>) need.getValue())));
    }

    private static Set<String> symbols(Collection<?> values) {
        Set<String> symbols = new HashSet<>();
        values.forEach(value -> symbols.add((String) value));
        return Set.copyOf(symbols);
    }
}
