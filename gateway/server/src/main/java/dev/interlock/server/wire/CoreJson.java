package dev.interlock.server.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.interlock.policy.form.CoreForm;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The JSON form of the core's values, for state stores and journal facts. Equal values give equal bytes: components in
 * the order of their records, maps that keep no order sorted by key, absent parts left out.
 */
final class CoreJson {
    private static final JsonMapper MAPPER =
            CoreForm.mapper().addModule(CoreShapes.module()).build();

    private CoreJson() {}

    /** The value's bytes. */
    static byte[] bytes(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A core value has no JSON form: " + value.getClass(), e);
        }
    }

    /** The value as a tree. */
    static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /**
     * Reads what {@link #bytes} wrote.
     *
     * @throws UncheckedIOException when the bytes are anything else: the store is damaged
     */
    static <T> T read(byte[] bytes, Class<T> type) {
        try {
            return MAPPER.readValue(bytes, type);
        } catch (IOException e) {
            throw new UncheckedIOException("Not a stored " + type.getSimpleName(), e);
        }
    }

    /** Reads what {@link #bytes} wrote of a type with parameters. */
    static <T> T read(byte[] bytes, JavaType type) {
        try {
            return MAPPER.readValue(bytes, type);
        } catch (IOException e) {
            throw new UncheckedIOException("Not a stored " + type, e);
        }
    }

    /**
     * Reads a tree.
     *
     * @throws JsonProcessingException when it is not of this type; its path names the place
     */
    static <T> T read(JsonNode tree, Class<T> type) throws JsonProcessingException {
        return MAPPER.treeToValue(tree, type);
    }
}
