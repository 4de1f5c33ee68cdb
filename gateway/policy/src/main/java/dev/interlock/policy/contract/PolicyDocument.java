package dev.interlock.policy.contract;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.ToolPattern;
import dev.interlock.policy.form.PolicyCodec;
import dev.interlock.schemas.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that a policy says: what the core decides by, and what is evaluated outside it.
 *
 * @param policy what the core decides by
 * @param tools what is said beside that of tools, by names and patterns of {@link Policy#tools}
 * @param fallback the same of tools not named
 * @param rules in the order they are written
 */
public record PolicyDocument(Policy policy, Map<String, Terms> tools, Optional<Terms> fallback, List<Rule> rules) {
    static final String TOOLS = "tools";
    static final String FALLBACK = "fallback";
    static final String RULES = "rules";

    public PolicyDocument {
        tools = Map.copyOf(tools);
        rules = List.copyOf(rules);
    }

    /** A policy of which all is decided in the core. */
    public static PolicyDocument of(Policy policy) {
        return new PolicyDocument(policy, Map.of(), Optional.empty(), List.of());
    }

    /**
     * Reads the JSON form of one that was found to be sound before: what a gateway kept, or passed on. Limits that were
     * introduced since do not hold for it.
     *
     * @throws JsonProcessingException when it is none; its path names the field
     */
    public static PolicyDocument kept(Json body) throws JsonProcessingException {
        ObjectNode core =
                body.node().deepCopy() instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
        JsonNode rules = core.remove(RULES);
        Optional<Terms> fallback = taken(core.path(FALLBACK));
        Map<String, Terms> tools = new LinkedHashMap<>();
        core.path(TOOLS)
                .properties()
                .forEach(tool -> taken(tool.getValue()).ifPresent(terms -> tools.put(tool.getKey(), terms)));
        List<Rule> read = new ArrayList<>();
        if (rules != null) {
            rules.forEach(rule -> read.add(Rule.of(rule)));
        }
        return new PolicyDocument(PolicyCodec.read(core), tools, fallback, read);
    }

    /** Takes out of the contract of a tool what is evaluated outside the core. */
    private static Optional<Terms> taken(JsonNode contract) {
        if (!(contract instanceof ObjectNode object)) {
            return Optional.empty();
        }
        ObjectNode outside = JsonNodeFactory.instance.objectNode();
        for (String field : Terms.FIELDS) {
            JsonNode value = object.remove(field);
            if (value != null && !value.isNull()) {
                outside.set(field, value);
            }
        }
        return Optional.of(Terms.of(outside)).filter(terms -> !terms.equals(Terms.NONE));
    }

    /** Whether all is decided in the core. */
    public boolean isPlain() {
        return tools.isEmpty() && fallback.isEmpty() && rules.isEmpty();
    }

    /** The name or pattern among the policy's tools that decides about a tool; empty where the fallback does. */
    public Optional<String> deciding(String tool) {
        return policy.tools().containsKey(tool)
                ? Optional.of(tool)
                : ToolPattern.longest(policy.tools().keySet(), tool);
    }

    /** What is said of a tool, by what decides about it in the core too. */
    public Terms terms(String tool) {
        return deciding(tool)
                .map(name -> tools.getOrDefault(name, Terms.NONE))
                .or(() -> fallback)
                .orElse(Terms.NONE);
    }

    /** The JSON form, which a policy file may have: the core's part, with what is said beside it in the same places. */
    public ObjectNode tree() {
        ObjectNode tree = PolicyCodec.tree(policy).deepCopy();
        ObjectNode others = fallback.orElse(Terms.NONE).tree();
        for (String name : policy.tools().keySet()) {
            ObjectNode own = tools.getOrDefault(name, Terms.NONE).tree();
            // A tool begins with the fallback: what it drops of that must be said.
            others.fieldNames().forEachRemaining(field -> own.putIfAbsent(field, NullNode.instance));
            ((ObjectNode) tree.get(TOOLS).get(name)).setAll(own);
        }
        fallback.ifPresent(terms -> ((ObjectNode) tree.get(FALLBACK)).setAll(others));
        if (!rules.isEmpty()) {
            ArrayNode array = tree.putArray(RULES);
            rules.forEach(rule -> array.add(rule.tree()));
        }
        return tree;
    }

    /** The JSON form as it is published, kept and shown: every field is there, so that it says the same whatever the presets are. */
    public Json body() {
        return Json.of(tree());
    }

    /** The text that is carried and kept, in UTF-8. */
    public byte[] bytes() {
        return body().canonical().getBytes(StandardCharsets.UTF_8);
    }

    /** Names all of it: SHA-256 of the canonical JSON form, in hex. Where all is decided in the core, the core part's. */
    public String hash() {
        return body().digest();
    }

    /** What evaluates it. Nothing in it can fail to compile: that was tried when it was read. */
    public Contracts contracts() {
        return new Contracts(this);
    }
}
