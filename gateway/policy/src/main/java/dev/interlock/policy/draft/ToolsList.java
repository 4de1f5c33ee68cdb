package dev.interlock.policy.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.policy.problem.Place;
import dev.interlock.policy.problem.PolicyException;
import dev.interlock.policy.problem.Problem;
import dev.interlock.policy.yaml.Shown;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the answer of an MCP server to {@code tools/list}, with or without the frame of JSON-RPC around it. */
public final class ToolsList {
    private final String file;

    private ToolsList(String file) {
        this.file = file;
    }

    /**
     * The tools of an answer, in its order.
     *
     * @param file how the user calls the file
     * @throws PolicyException when it is no such answer
     */
    public static List<Seen> read(String file, byte[] json) {
        return new ToolsList(file).read(json);
    }

    private List<Seen> read(byte[] json) {
        JsonNode root;
        try {
            root = Json.parse(json).node();
        } catch (InvalidRecordException e) {
            throw refusal(Problem.FILE, "must be JSON", Shown.of(String.valueOf(e.getMessage())));
        }
        JsonNode framed = root.path("result").path("tools");
        JsonNode tools = framed.isArray() ? framed : root.path("tools");
        if (!tools.isArray() || tools.isEmpty()) {
            throw refusal("tools", "must be a list of at least one tool", Shown.of(root.toString()));
        }
        List<Seen> seen = new ArrayList<>();
        for (JsonNode tool : tools) {
            seen.add(tool(tool, "tools." + seen.size()));
        }
        return seen;
    }

    private Seen tool(JsonNode tool, String field) {
        JsonNode name = tool.path("name");
        if (!name.isTextual() || name.textValue().isBlank()) {
            throw refusal(field + ".name", "must be a text that is not empty", Shown.of(name.toString()));
        }
        JsonNode hints = tool.path("annotations");
        List<String> notes = new ArrayList<>();
        notes.add("CHECK: does the worker hand on what the server answers as it is, isError and structuredContent with"
                + " it? Otherwise failure and result_schema must say what it hands on.");
        return new Seen(
                name.textValue(),
                hint(hints, "readOnlyHint"),
                hint(hints, "idempotentHint"),
                hint(hints, "destructiveHint").orElse(false),
                notes,
                terms(tool));
    }

    /** A server answers with {@code isError} in what is, to MCP itself, a result; what it has a schema for is a part of it. */
    private static ObjectNode terms(JsonNode tool) {
        ObjectNode terms = JsonNodeFactory.instance.objectNode();
        if (tool.path("inputSchema").isObject()) {
            terms.set("args_schema", tool.get("inputSchema"));
        }
        if (tool.path("outputSchema").isObject()) {
            terms.putObject("result_schema").putObject("properties").set("structuredContent", tool.get("outputSchema"));
        }
        terms.putObject("failure")
                .put("when", "has(value.isError) && value.isError")
                .put("class", "permanent")
                .put("code", "is_error");
        return terms;
    }

    private static Optional<Boolean> hint(JsonNode hints, String name) {
        return Optional.of(hints.path(name)).filter(JsonNode::isBoolean).map(JsonNode::booleanValue);
    }

    private PolicyException refusal(String field, String rule, String value) {
        return new PolicyException(file, List.of(new Problem(Place.START, field, rule, value)));
    }
}
