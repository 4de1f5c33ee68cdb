package dev.interlock.policy.form;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.interlock.core.policy.Policy;
import dev.interlock.schemas.Json;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The JSON form of policies and the hash that names them. */
public final class PolicyCodec {
    private static final JsonMapper MAPPER = CoreForm.mapper().build();

    private PolicyCodec() {}

    /** A policy as a tree, snake_case, with actions as {@code deny}, {@code stop}, {@code observe} or {@code {deny_then_stop: n}}. */
    public static JsonNode tree(Policy policy) {
        return MAPPER.valueToTree(policy);
    }

    /**
     * Reads a tree.
     *
     * @throws JsonProcessingException when it is no policy; its path names the field
     */
    public static Policy read(JsonNode tree) throws JsonProcessingException {
        return read(tree, Policy.class);
    }

    /**
     * Reads the tree of a part of a policy.
     *
     * @throws JsonProcessingException when it is no such part; its path names the field
     */
    public static <T> T read(JsonNode tree, Class<T> part) throws JsonProcessingException {
        return MAPPER.treeToValue(tree, part);
    }

    /** The store's value. */
    public static byte[] bytes(Policy policy) {
        try {
            return MAPPER.writeValueAsBytes(policy);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A policy has no JSON form: " + policy.name(), e);
        }
    }

    /**
     * Reads the store's value.
     *
     * @throws UncheckedIOException when the bytes are anything else: the store is damaged
     */
    public static Policy read(byte[] bytes) {
        try {
            return MAPPER.readValue(bytes, Policy.class);
        } catch (IOException e) {
            throw new UncheckedIOException("Not a stored policy", e);
        }
    }

    /** SHA-256 of the canonical form, in hex. */
    public static String hash(Policy policy) {
        return Json.of(tree(policy)).digest();
    }
}
