package dev.interlock.policy.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.schemas.Json;

/** JSON as it is shown to people: with all its fields, and {@link Secrets#HIDDEN} where a secret seems to stand. */
public final class Hiding {
    private Hiding() {}

    /** The JSON without what looks like a secret, by the name of its field or by itself. */
    public static Json of(Json json) {
        return Json.of(hidden(json.node()));
    }

    private static JsonNode hidden(JsonNode node) {
        if (node.isTextual()) {
            return JsonNodeFactory.instance.textNode(Secrets.hidden(node.textValue()));
        }
        if (node.isArray()) {
            ArrayNode shown = JsonNodeFactory.instance.arrayNode();
            node.forEach(element -> shown.add(hidden(element)));
            return shown;
        }
        if (!node.isObject()) {
            return node;
        }
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        node.properties()
                .forEach(member -> shown.set(
                        member.getKey(),
                        Secrets.isName(member.getKey())
                                ? JsonNodeFactory.instance.textNode(Secrets.HIDDEN)
                                : hidden(member.getValue())));
        return shown;
    }
}
