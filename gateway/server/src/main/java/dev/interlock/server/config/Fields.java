package dev.interlock.server.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The members of one object of a configuration file. Each is asked for once; what was not asked for is refused. All
 * refusals are a {@link ConfigurationException}.
 */
public final class Fields {
    private final String path;
    private final JsonNode object;
    private final Set<String> left = new LinkedHashSet<>();

    private Fields(String path, JsonNode object) {
        this.path = path;
        this.object = object;
        object.fieldNames().forEachRemaining(left::add);
    }

    /** The members of a file's root or of a list's item. */
    static Fields of(String path, JsonNode node) {
        if (!node.isObject()) {
            throw new ConfigurationException(path.isEmpty() ? "the file" : path, "must be a mapping", node);
        }
        return new Fields(path, node);
    }

    /** Refuses members nobody asked for. */
    public void end() {
        if (!left.isEmpty()) {
            String name = left.iterator().next();
            throw new ConfigurationException(path(name), "is no known field", object.get(name));
        }
    }

    /** Where a member stands in the file. */
    public String path(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /** Where the object itself stands in the file. */
    String path() {
        return path;
    }

    /** A text; empty when it is absent. */
    public Optional<String> text(String name) {
        return take(name).map(node -> {
            if (!node.isTextual() || node.textValue().isBlank()) {
                throw new ConfigurationException(path(name), "must be a text that is not empty", node);
            }
            return node.textValue();
        });
    }

    /** A text that must be there. */
    public String requiredText(String name) {
        return text(name).orElseThrow(() -> new ConfigurationException(path(name), "is required", "absent"));
    }

    /** Whether it was written, be it empty. */
    boolean has(String name) {
        return object.has(name);
    }

    long requiredInteger(String name, long min, long max) {
        if (!object.hasNonNull(name)) {
            throw new ConfigurationException(path(name), "is required", "absent");
        }
        return integer(name, min, min, max);
    }

    /** A number within bounds. */
    public long integer(String name, long otherwise, long min, long max) {
        return take(name)
                .map(node -> {
                    if (!node.isIntegralNumber() || node.longValue() < min || node.longValue() > max) {
                        throw new ConfigurationException(path(name), "must be " + min + " to " + max, node);
                    }
                    return node.longValue();
                })
                .orElse(otherwise);
    }

    /** True or false. */
    public boolean flag(String name, boolean otherwise) {
        return take(name)
                .map(node -> {
                    if (!node.isBoolean()) {
                        throw new ConfigurationException(path(name), "must be true or false", node);
                    }
                    return node.booleanValue();
                })
                .orElse(otherwise);
    }

    /** The members of an object; none when it is absent. */
    Fields object(String name) {
        return of(path(name), take(name).orElseGet(JsonNodeFactory.instance::objectNode));
    }

    /** An object whose members have names of the user's choice. */
    Map<String, JsonNode> map(String name) {
        Map<String, JsonNode> members = new LinkedHashMap<>();
        JsonNode node = object(name).object;
        node.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
        return members;
    }

    /** A list; empty when it is absent. */
    Iterable<JsonNode> list(String name) {
        JsonNode node = take(name).orElseGet(JsonNodeFactory.instance::arrayNode);
        if (!node.isArray()) {
            throw new ConfigurationException(path(name), "must be a list", node);
        }
        return node;
    }

    /** The members nobody asked for so far, left to somebody else. */
    ObjectNode rest() {
        ObjectNode rest = JsonNodeFactory.instance.objectNode();
        left.forEach(name -> rest.set(name, object.get(name)));
        left.clear();
        return rest;
    }

    private Optional<JsonNode> take(String name) {
        left.remove(name);
        return Optional.ofNullable(object.get(name)).filter(node -> !node.isNull());
    }
}
