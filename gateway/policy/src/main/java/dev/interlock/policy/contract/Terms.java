package dev.interlock.policy.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.core.fact.ToolError;
import dev.interlock.schemas.IdentityRule;
import dev.interlock.schemas.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a tool's contract says beside the numbers the core keeps: all that is evaluated outside it. Fields are named by
 * JSON Pointers that lead through objects.
 *
 * @param argsSchema JSON Schema 2020-12 of the arguments
 * @param identity the arguments the operation id of a write is derived from; empty if the agent supplies it
 * @param ignored the arguments left out of the fingerprint, written {@code volatile}
 * @param effect what the tool does
 * @param resultSchema JSON Schema 2020-12 of the value of a result that is ok
 * @param requiredData fields that such a value must have
 * @param failure by what such a result is told to be a failure
 * @param sensitive the arguments that are not journaled
 * @param ignoredOfResults the fields of a value left out when results are compared, written {@code volatile_result}
 * @param pending the CEL expression over the value that says that a poll has to go on
 * @param cursor the argument that says which page is asked for
 * @param records the part of the value that has the records of a page, without any cursor
 */
public record Terms(
        Optional<Json> argsSchema,
        List<String> identity,
        List<String> ignored,
        Optional<EffectClass> effect,
        Optional<Json> resultSchema,
        List<String> requiredData,
        Optional<FailureRule> failure,
        List<String> sensitive,
        List<String> ignoredOfResults,
        Optional<String> pending,
        Optional<String> cursor,
        Optional<String> records) {
    static final String ARGS_SCHEMA = "args_schema";
    static final String IDENTITY = "identity";
    static final String VOLATILE = "volatile";
    static final String EFFECT = "effect";
    static final String RESULT_SCHEMA = "result_schema";
    static final String REQUIRED_DATA = "required_data";
    static final String FAILURE = "failure";
    static final String SENSITIVE = "sensitive";
    static final String VOLATILE_RESULT = "volatile_result";
    static final String PENDING = "pending";
    static final String CURSOR = "cursor";
    static final String RECORDS = "records";

    /** The fields' names in a policy. */
    static final Set<String> FIELDS = Set.of(
            ARGS_SCHEMA,
            IDENTITY,
            VOLATILE,
            EFFECT,
            RESULT_SCHEMA,
            REQUIRED_DATA,
            FAILURE,
            SENSITIVE,
            VOLATILE_RESULT,
            PENDING,
            CURSOR,
            RECORDS);

    /** Nothing is said. */
    public static final Terms NONE = of(JsonNodeFactory.instance.objectNode());

    public Terms {
        identity = List.copyOf(identity);
        ignored = List.copyOf(ignored);
        requiredData = List.copyOf(requiredData);
        sensitive = List.copyOf(sensitive);
        ignoredOfResults = List.copyOf(ignoredOfResults);
    }

    /** Reads the JSON form of terms that are known to be sound. */
    static Terms of(ObjectNode tree) {
        return new Terms(
                Optional.ofNullable(tree.get(ARGS_SCHEMA)).map(Json::of),
                texts(tree, IDENTITY),
                texts(tree, VOLATILE),
                text(tree, EFFECT).map(symbol -> EffectClass.valueOf(symbol.toUpperCase(Locale.ROOT))),
                Optional.ofNullable(tree.get(RESULT_SCHEMA)).map(Json::of),
                texts(tree, REQUIRED_DATA),
                Optional.ofNullable(tree.get(FAILURE)).map(Terms::failure),
                texts(tree, SENSITIVE),
                texts(tree, VOLATILE_RESULT),
                text(tree, PENDING),
                text(tree, CURSOR),
                text(tree, RECORDS));
    }

    private static FailureRule failure(JsonNode tree) {
        ToolError.Kind kind =
                ToolError.Kind.valueOf(tree.get("class").textValue().toUpperCase(Locale.ROOT));
        return new FailureRule(
                tree.get("when").textValue(), kind, tree.get("code").textValue());
    }

    private static Optional<String> text(ObjectNode tree, String field) {
        return Optional.ofNullable(tree.get(field)).map(JsonNode::textValue);
    }

    private static List<String> texts(ObjectNode tree, String field) {
        List<String> texts = new ArrayList<>();
        tree.path(field).forEach(item -> texts.add(item.textValue()));
        return texts;
    }

    /** The JSON form, as it is written in a policy; what is not said is left out. */
    ObjectNode tree() {
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        argsSchema.ifPresent(schema -> tree.set(ARGS_SCHEMA, schema.node()));
        put(tree, IDENTITY, identity);
        put(tree, VOLATILE, ignored);
        effect.ifPresent(known -> tree.put(EFFECT, known.code()));
        resultSchema.ifPresent(schema -> tree.set(RESULT_SCHEMA, schema.node()));
        put(tree, REQUIRED_DATA, requiredData);
        failure.ifPresent(rule -> tree.putObject(FAILURE)
                .put("when", rule.when())
                .put("class", rule.kind().name().toLowerCase(Locale.ROOT))
                .put("code", rule.code()));
        put(tree, SENSITIVE, sensitive);
        put(tree, VOLATILE_RESULT, ignoredOfResults);
        pending.ifPresent(when -> tree.put(PENDING, when));
        cursor.ifPresent(field -> tree.put(CURSOR, field));
        records.ifPresent(field -> tree.put(RECORDS, field));
        return tree;
    }

    private static void put(ObjectNode tree, String field, List<String> texts) {
        if (!texts.isEmpty()) {
            ArrayNode array = tree.putArray(field);
            texts.forEach(array::add);
        }
    }

    /** Whether anything is said of results. */
    boolean judgeResults() {
        return resultSchema.isPresent()
                || !requiredData.isEmpty()
                || failure.isPresent()
                || pending.isPresent()
                || records.isPresent()
                || !ignoredOfResults.isEmpty();
    }

    /** Whether an expression about results looks at the arguments of the call too. */
    boolean judgeByArguments() {
        return Stream.of(failure.map(FailureRule::when), pending)
                .flatMap(Optional::stream)
                .anyMatch(when -> when.contains("call.args"));
    }

    /** By what calls of the tool are told to be the same. */
    public IdentityRule identityRule() {
        return new IdentityRule(identity, ignored);
    }
}
