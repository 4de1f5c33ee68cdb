package dev.interlock.schemas;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;

/** The JSON Schema of the JSON form of a record, made from its Avro schema. It says how to write: absent, not null. */
final class JsonSchemas {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Map<String, ObjectNode> definitions = new TreeMap<>();

    private JsonSchemas() {}

    static String text(Schema record) {
        JsonSchemas made = new JsonSchemas();
        ObjectNode schema = NODES.objectNode().put("$schema", "http://json-schema.org/draft-07/schema#");
        schema.put("title", record.getName());
        schema.setAll(made.object(record));
        if (!made.definitions.isEmpty()) {
            schema.set("definitions", NODES.objectNode().setAll(made.definitions));
        }
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(schema) + "\n";
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    private ObjectNode object(Schema record) {
        ObjectNode object =
                NODES.objectNode().put("description", record.getDoc()).put("type", "object");
        ArrayNode required = NODES.arrayNode();
        ObjectNode properties = NODES.objectNode();
        ArrayNode conditions = NODES.arrayNode();
        for (Schema.Field field : record.getFields()) {
            properties.set(field.name(), property(field));
            if (!field.hasDefaultValue()) {
                required.add(field.name());
            }
            if (field.getObjectProp("required_for") instanceof Map<?, ?> needs) {
                needs.forEach((selector, symbols) -> conditions.add(condition(selector, symbols, field.name())));
            }
        }
        object.set("required", required);
        object.set("properties", properties);
        if (!conditions.isEmpty()) {
            object.set("allOf", conditions);
        }
        return object;
    }

    private static ObjectNode condition(Object selector, Object symbols, String field) {
        ObjectNode condition = NODES.objectNode();
        ObjectNode chosen = condition.putObject("if");
        chosen.putObject("properties").putObject((String) selector).set("enum", MAPPER.valueToTree(symbols));
        condition.putObject("then").putArray("required").add(field);
        return condition;
    }

    private ObjectNode property(Schema.Field field) {
        ObjectNode property = NODES.objectNode().put("description", field.doc());
        Schema type = Shapes.present(field.schema());
        if (type.getType() == Schema.Type.RECORD) {
            // Beside a reference draft 07 ignores everything, even a description.
            property.putArray("allOf").add(reference(type));
        } else {
            property.setAll(plain(type, field));
        }
        return property;
    }

    private ObjectNode plain(Schema type, Schema.Field field) {
        ObjectNode schema = NODES.objectNode();
        switch (type.getType()) {
            case BOOLEAN -> schema.put("type", "boolean");
            case INT -> integer(schema, field, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case LONG -> integer(schema, field, Long.MIN_VALUE, Long.MAX_VALUE);
            case ARRAY -> {
                Schema items = type.getElementType();
                schema.put("type", "array");
                copy(field, "max_items", schema, "maxItems");
                schema.set("items", items(items, field));
            }
            default -> {
                if (!Shapes.isJson(type)) {
                    text(schema, field);
                }
            }
        }
        return schema;
    }

    private JsonNode items(Schema type, Schema.Field field) {
        return switch (type.getType()) {
            case RECORD -> reference(type);
            case LONG -> plain(type, field);
            default -> NODES.objectNode().put("type", "string");
        };
    }

    private static void text(ObjectNode schema, Schema.Field field) {
        schema.put("type", "string");
        copy(field, "min_length", schema, "minLength");
        copy(field, "max_length", schema, "maxLength");
        if (field.getObjectProp("symbols") instanceof Collection<?> symbols) {
            schema.set("examples", MAPPER.valueToTree(symbols));
        }
    }

    private static void integer(ObjectNode schema, Schema.Field field, long min, long max) {
        schema.put("type", "integer").put("minimum", min).put("maximum", max);
        copy(field, "min", schema, "minimum");
        copy(field, "max", schema, "maximum");
    }

    private static void copy(Schema.Field field, String from, ObjectNode schema, String to) {
        if (field.getObjectProp(from) instanceof Number bound) {
            schema.put(to, bound.longValue());
        }
    }

    private JsonNode reference(Schema record) {
        if (!definitions.containsKey(record.getName())) {
            definitions.put(record.getName(), NODES.objectNode());
            definitions.put(record.getName(), object(record));
        }
        return NODES.objectNode().put("$ref", "#/definitions/" + record.getName());
    }
}
