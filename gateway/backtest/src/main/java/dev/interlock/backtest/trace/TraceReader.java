package dev.interlock.backtest.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.interlock.core.policy.Ceilings;
import dev.interlock.schemas.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Understands one line of a trace file. */
final class TraceReader {
    /** Numbers keep every digit: two calls that differ in the twentieth are two calls. */
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final String RESULT = "result";
    private static final String ONE_AGENT = "agent";
    private static final int EXCERPT = 80;

    private final String place;

    /**
     * A reader.
     *
     * @param place file and line, for messages
     */
    TraceReader(String place) {
        this.place = place;
    }

    Trace read(String line) {
        JsonNode tree = parsed(line);
        JsonNode calls = tree.path("calls");
        if (!calls.isArray()) {
            throw wrong("calls", "must be a list", calls);
        }
        List<TracedCall> read = new ArrayList<>();
        for (JsonNode call : calls) {
            read.add(call("calls[" + read.size() + "]", call));
        }
        return new Trace(
                required(tree, "", "source"),
                required(tree, "", "run"),
                flag(tree, "", "success"),
                flag(tree, "", "halted"),
                read);
    }

    private JsonNode parsed(String line) {
        try {
            JsonNode tree = MAPPER.readTree(line);
            if (!tree.isObject()) {
                throw wrong("the line", "must be a JSON object", tree);
            }
            return tree;
        } catch (JsonProcessingException e) {
            throw new TraceException(place + ": is no JSON: " + e.getOriginalMessage(), e);
        }
    }

    private TracedCall call(String at, JsonNode call) {
        return new TracedCall(
                text(call, at, "agent_id").orElse(ONE_AGENT),
                required(call, at, "tool"),
                symbol(call, at, "kind", TracedCall.Kind.class).orElse(TracedCall.Kind.UNKNOWN),
                args(at, call.path("args")),
                text(call, at, "operation_id").filter(id -> !id.isEmpty()),
                number(call, at, "turn"),
                number(call, at, "user_turn"),
                number(call, at, "at_ms"),
                result(at, call));
    }

    private Json args(String at, JsonNode args) {
        return json(at + ".args", args.isMissingNode() ? MAPPER.createObjectNode() : args);
    }

    private Json json(String at, JsonNode value) {
        try {
            return Json.of(value);
        } catch (IllegalArgumentException e) {
            throw new TraceException(place + ": " + at + ": " + e.getMessage(), e);
        }
    }

    private TracedResult result(String at, JsonNode call) {
        boolean failed = flag(call, at, "error").orElse(false);
        Optional<TracedResult.Failure> failure = symbol(call, at, "error_class", TracedResult.Failure.class);
        return new TracedResult(
                text(call, at, "result_hash"),
                text(call, at, "result_hash_norm"),
                number(call, at, "result_len").orElse(0),
                failed ? failure.or(() -> Optional.of(TracedResult.Failure.PERMANENT)) : Optional.empty(),
                text(call, at, "status"),
                text(call, at, "effect"),
                number(call, at, "revision"),
                flag(call, at, "done"),
                cost(call, at),
                Optional.ofNullable(call.get(RESULT)).map(value -> json(path(at, RESULT), value)));
    }

    private OptionalLong cost(JsonNode call, String at) {
        OptionalLong cost = number(call, at, "cost_micros");
        if (cost.isPresent() && cost.getAsLong() > Ceilings.MOST_MICROS) {
            throw wrong(path(at, "cost_micros"), "must be at most " + Ceilings.MOST_MICROS, call.path("cost_micros"));
        }
        return cost;
    }

    private String required(JsonNode tree, String at, String field) {
        return text(tree, at, field).orElseThrow(() -> wrong(path(at, field), "is required", tree.path(field)));
    }

    private Optional<String> text(JsonNode tree, String at, String field) {
        JsonNode value = present(tree, field);
        if (value != null && !value.isTextual()) {
            throw wrong(path(at, field), "must be a text", value);
        }
        return Optional.ofNullable(value).map(JsonNode::textValue);
    }

    private Optional<Boolean> flag(JsonNode tree, String at, String field) {
        JsonNode value = present(tree, field);
        if (value != null && !value.isBoolean()) {
            throw wrong(path(at, field), "must be true, false or null", value);
        }
        return Optional.ofNullable(value).map(JsonNode::booleanValue);
    }

    private OptionalLong number(JsonNode tree, String at, String field) {
        JsonNode value = present(tree, field);
        if (value == null) {
            return OptionalLong.empty();
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
            throw wrong(path(at, field), "must be an integer, 0 or more", value);
        }
        return OptionalLong.of(value.longValue());
    }

    private <E extends Enum<E>> Optional<E> symbol(JsonNode tree, String at, String field, Class<E> type) {
        return text(tree, at, field)
                .map(symbol -> Arrays.stream(type.getEnumConstants())
                        .filter(known -> known.name().toLowerCase(Locale.ROOT).equals(symbol))
                        .findFirst()
                        .orElseThrow(() -> wrong(
                                path(at, field),
                                "must be one of "
                                        + Arrays.toString(type.getEnumConstants())
                                                .toLowerCase(Locale.ROOT),
                                tree.path(field))));
    }

    private static JsonNode present(JsonNode tree, String field) {
        JsonNode value = tree.get(field);
        return value == null || value.isNull() ? null : value;
    }

    private static String path(String at, String field) {
        return at.isEmpty() ? field : at + "." + field;
    }

    private TraceException wrong(String field, String rule, JsonNode value) {
        String text = value.isMissingNode() ? "missing" : value.toString();
        String shown = text.length() > EXCERPT ? text.substring(0, EXCERPT) + "…" : text;
        return new TraceException(place + ": " + field + ": " + rule + ", was " + shown);
    }
}
