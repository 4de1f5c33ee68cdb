package dev.interlock.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;

/** The translation between Avro's generic records and trees. */
final class AvroTree {
    private AvroTree() {}

    /** A tree with arbitrary JSON as text, see {@link Form#TEXT}. Null stands for absent. */
    static JsonNode of(Object value, FieldPath path) {
        return switch (value) {
            case null -> ExactTree.NODES.nullNode();
            case GenericRecord record -> object(record, path);
            case Collection<?> items -> array(items, path);
            case Utf8 text -> ExactTree.NODES.textNode(text(text, path));
            case Boolean flag -> ExactTree.NODES.booleanNode(flag);
            case Integer number -> ExactTree.NODES.numberNode((int) number);
            case Long number -> ExactTree.NODES.numberNode((long) number);
            default -> throw new IllegalStateException("No tree for " + value.getClass() + " at " + path.text());
        };
    }

    private static ObjectNode object(GenericRecord record, FieldPath path) {
        ObjectNode object = ExactTree.NODES.objectNode();
        for (Schema.Field field : record.getSchema().getFields()) {
            object.set(field.name(), of(record.get(field.pos()), path.field(field.name())));
        }
        return object;
    }

    private static ArrayNode array(Collection<?> items, FieldPath path) {
        ArrayNode array = ExactTree.NODES.arrayNode();
        for (Object item : items) {
            array.add(of(item, path.item(array.size())));
        }
        return array;
    }

    /** Avro itself would replace what is not UTF-8, and so merge different texts. */
    private static String text(Utf8 text, FieldPath path) {
        return StrictText.decode(ByteBuffer.wrap(text.getBytes(), 0, text.getByteLength()), path.text());
    }

    /** The Avro value of a checked tree. */
    static Object toAvro(JsonNode node, Schema type) {
        Schema present = Shapes.present(type);
        return switch (present.getType()) {
            case RECORD -> toRecord(node, present);
            case ARRAY -> toList(node, present.getElementType());
            case STRING -> Shapes.isJson(present) ? carried(node).toString() : node.textValue();
            case INT -> node.intValue();
            case LONG -> node.longValue();
            case BOOLEAN -> node.booleanValue();
            default -> throw new IllegalStateException("No Avro value of type " + type);
        };
    }

    private static GenericRecord toRecord(JsonNode node, Schema schema) {
        GenericRecord record = new GenericData.Record(schema);
        for (Schema.Field field : schema.getFields()) {
            JsonNode value = node.get(field.name());
            record.put(
                    field.pos(),
                    value == null ? GenericData.get().getDefaultValue(field) : toAvro(value, field.schema()));
        }
        return record;
    }

    private static List<Object> toList(JsonNode node, Schema items) {
        List<Object> list = new ArrayList<>(node.size());
        node.forEach(item -> list.add(toAvro(item, items)));
        return list;
    }

    private static Json carried(JsonNode node) {
        return (Json) ((POJONode) node).getPojo();
    }
}
