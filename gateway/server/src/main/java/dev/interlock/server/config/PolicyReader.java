package dev.interlock.server.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import dev.interlock.server.wire.PolicyCodec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads policies and who is held to them. A policy is a preset, or an earlier policy of the file, with some fields
 * changed; a tool's contract is the fallback contract with some fields changed.
 */
final class PolicyReader {
    private static final String EXTENDS = "extends";
    private static final String TOOLS = "tools";
    private static final String FALLBACK = "fallback";

    private final Map<String, Ruling> known = new LinkedHashMap<>();

    private PolicyReader() {
        Presets.all().forEach(preset -> known.put(preset.name(), Ruling.of(preset)));
    }

    static Policies read(Fields root) {
        PolicyReader reader = new PolicyReader();
        root.map("policies").forEach(reader::define);
        List<Policies.Assignment> assignments = new ArrayList<>();
        for (JsonNode item : root.list("assign")) {
            assignments.add(reader.assignment(Fields.of("assign[" + assignments.size() + "]", item)));
        }
        String otherwise = root.text("default_policy").orElse(Presets.balanced().name());
        return new Policies(assignments, reader.find("default_policy", otherwise));
    }

    private Policies.Assignment assignment(Fields fields) {
        Pattern agents = Glob.of(fields.requiredText("agent"));
        Ruling ruling = find(fields.path("policy"), fields.requiredText("policy"));
        fields.end();
        return new Policies.Assignment(agents, ruling);
    }

    private Ruling find(String field, String name) {
        return Optional.ofNullable(known.get(name))
                .orElseThrow(() -> new ConfigurationException(field, "must be one of " + known.keySet(), name));
    }

    private void define(String name, JsonNode node) {
        String path = "policies." + name;
        if (known.containsKey(name)) {
            throw new ConfigurationException(path, "must have a name of its own", name);
        }
        Fields fields = Fields.of(path, node);
        Ruling parent = find(path + "." + EXTENDS, fields.requiredText(EXTENDS));
        ObjectNode tree = (ObjectNode) PolicyCodec.tree(parent.policy());
        ObjectNode changes = ((ObjectNode) node).deepCopy();
        changes.remove(EXTENDS);
        completeTools(path, tree, changes);
        merge(tree, changes);
        tree.put("name", name);
        known.put(name, Ruling.of(policy(path, tree)));
    }

    /** Gives each named tool the fields it does not change from the contract it had, or else from the fallback. */
    private static void completeTools(String path, ObjectNode tree, ObjectNode changes) {
        JsonNode tools = changes.path(TOOLS);
        tools.properties().forEach(tool -> {
            JsonNode contract = tree.path(TOOLS).path(tool.getKey());
            JsonNode start = contract.isObject() ? contract : tree.path(FALLBACK);
            if (!start.isObject() || !tool.getValue().isObject()) {
                throw new ConfigurationException(
                        path + "." + TOOLS + "." + tool.getKey(),
                        "must be a mapping over a fallback contract",
                        tool.getValue());
            }
            ObjectNode complete = start.deepCopy();
            complete.setAll((ObjectNode) tool.getValue());
            tool.setValue(complete);
        });
    }

    private static void merge(ObjectNode tree, ObjectNode changes) {
        changes.properties().forEach(change -> {
            JsonNode before = tree.get(change.getKey());
            if (before instanceof ObjectNode inner && change.getValue() instanceof ObjectNode changed) {
                merge(inner, changed);
            } else {
                tree.set(change.getKey(), change.getValue());
            }
        });
    }

    private static Policy policy(String path, JsonNode tree) {
        try {
            return PolicyCodec.read(tree);
        } catch (JsonMappingException e) {
            String field = e.getPath().stream()
                    .map(reference -> reference.getFieldName())
                    .collect(Collectors.joining("."));
            String rule = e.getCause() instanceof IllegalArgumentException cause
                    ? cause.getMessage()
                    : e.getOriginalMessage();
            throw new ConfigurationException(path + (field.isEmpty() ? "" : "." + field) + ": " + rule, e);
        } catch (JsonProcessingException e) {
            throw new ConfigurationException(path + ": " + e.getOriginalMessage(), e);
        }
    }
}
