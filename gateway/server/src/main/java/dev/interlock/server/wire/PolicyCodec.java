package dev.interlock.server.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.core.policy.Policy;
import dev.interlock.schemas.Json;

/** The JSON form of policies and the hash that names them. */
public final class PolicyCodec {
    private PolicyCodec() {}

    /** A policy as a tree, snake_case, with actions as {@code deny}, {@code stop}, {@code observe} or {@code {deny_then_stop: n}}. */
    public static JsonNode tree(Policy policy) {
        return CoreJson.tree(policy);
    }

    /**
     * Reads a tree.
     *
     * @throws JsonProcessingException when it is no policy; its path names the field
     */
    public static Policy read(JsonNode tree) throws JsonProcessingException {
        return CoreJson.read(tree, Policy.class);
    }

    /** The store's value. */
    public static byte[] bytes(Policy policy) {
        return CoreJson.bytes(policy);
    }

    /** Reads the store's value. */
    public static Policy read(byte[] bytes) {
        return CoreJson.read(bytes, Policy.class);
    }

    /** SHA-256 of the canonical form, in hex. */
    public static String hash(Policy policy) {
        return Sha256.of(Json.of(CoreJson.tree(policy)).canonical());
    }
}
