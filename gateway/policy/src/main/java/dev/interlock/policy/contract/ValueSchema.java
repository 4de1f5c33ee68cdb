package dev.interlock.policy.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.NodePath;
import com.networknt.schema.path.PathType;
import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressionFactory;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A compiled JSON Schema 2020-12. It fetches nothing, its regular expressions take linear time, and {@code format} only
 * tells people what is meant.
 */
final class ValueSchema {
    private static final String META = "https://json-schema.org/draft/2020-12/schema";

    /** Of arguments that are named, others are invented, unless the schema itself says what becomes of them. */
    private static final List<String> OPEN =
            List.of("additionalProperties", "unevaluatedProperties", "patternProperties");

    private static final Map<String, String> PLAIN = Map.of(
            "required", "is required",
            "dependentRequired", "is required beside others that are there",
            "additionalProperties", "is no known field",
            "unevaluatedProperties", "is no known field");

    /** The longest number, in digits written out: {@code 1e999999999} is short and fills the memory of who divides it. */
    private static final int MOST_DIGITS = 1_000;

    private static final SchemaRegistry REGISTRY = registry();

    private final Schema schema;

    private ValueSchema(Schema schema) {
        this.schema = schema;
    }

    /**
     * What does not fit.
     *
     * @param pointer JSON Pointer to the value that does not; empty for the whole
     * @param rule what it must be
     * @param value the value; empty where it is absent, or where it should be
     */
    record Misfit(String pointer, String rule, Optional<JsonNode> value) {}

    /** A schema of arguments: where it names properties, others are refused unless it says otherwise. */
    static ValueSchema ofArguments(JsonNode tree) {
        boolean named = tree.has("properties") && OPEN.stream().noneMatch(tree::has);
        JsonNode closed = named ? ((ObjectNode) tree.deepCopy()).put("unevaluatedProperties", false) : tree;
        return of(closed);
    }

    /** A schema as it stands. */
    static ValueSchema of(JsonNode tree) {
        return new ValueSchema(REGISTRY.getSchema(tree));
    }

    /** Where a tree is no JSON Schema 2020-12. */
    static List<Misfit> faults(JsonNode tree) {
        return new ValueSchema(REGISTRY.getSchema(SchemaLocation.of(META))).misfits(tree);
    }

    /** Why a tree cannot be compiled although it is of the right form. */
    static Optional<String> refusal(JsonNode tree) {
        try {
            ValueSchema compiled = ofArguments(tree);
            compiled.schema.initializeValidators();
            return Optional.empty();
        } catch (SchemaException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** The first that does not fit, by its pointer. */
    Optional<Misfit> misfit(JsonNode value) {
        Optional<Misfit> endless = endless(value, "");
        return endless.isPresent() ? endless : misfits(value).stream().findFirst();
    }

    private List<Misfit> misfits(JsonNode value) {
        return schema.validate(value).stream()
                .map(ValueSchema::misfit)
                .sorted(Comparator.comparing(Misfit::pointer).thenComparing(Misfit::rule))
                .toList();
    }

    private static Misfit misfit(Error error) {
        String at = pointer(error.getInstanceLocation());
        String plain = PLAIN.get(error.getKeyword());
        if (plain != null && error.getProperty() != null) {
            return new Misfit(at + "/" + escaped(error.getProperty()), plain, Optional.empty());
        }
        return new Misfit(at, error.getMessage(), Optional.ofNullable(error.getInstanceNode()));
    }

    private static String pointer(NodePath path) {
        StringBuilder pointer = new StringBuilder();
        for (int i = 0; i < path.getNameCount(); i++) {
            pointer.append('/').append(escaped(String.valueOf(path.getElement(i))));
        }
        return pointer.toString();
    }

    private static String escaped(String step) {
        return step.replace("~", "~0").replace("/", "~1");
    }

    private static Optional<Misfit> endless(JsonNode node, String at) {
        if (node.isBigDecimal()) {
            BigDecimal number = node.decimalValue();
            boolean tooLong = Math.abs((long) number.scale()) + number.precision() > MOST_DIGITS;
            return tooLong
                    ? Optional.of(
                            new Misfit(at, "must be a number of at most " + MOST_DIGITS + " digits", Optional.of(node)))
                    : Optional.empty();
        }
        List<Misfit> found = new ArrayList<>();
        node.properties()
                .forEach(member -> endless(member.getValue(), at + "/" + escaped(member.getKey()))
                        .ifPresent(found::add));
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                endless(node.get(i), at + "/" + i).ifPresent(found::add);
            }
        }
        return found.stream().min(Comparator.comparing(Misfit::pointer));
    }

    private static SchemaRegistry registry() {
        SchemaRegistryConfig config = SchemaRegistryConfig.builder()
                .regularExpressionFactory(new LinearTime())
                .pathType(PathType.JSON_POINTER)
                .locale(Locale.ROOT)
                .losslessNarrowing(true)
                .build();
        return SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12,
                builder -> builder.schemaRegistryConfig(config).schemaCacheEnabled(true));
    }

    private static final class LinearTime implements RegularExpressionFactory {
        @Override
        public RegularExpression getRegularExpression(String regex) {
            com.google.re2j.Pattern pattern = Patterns.compile(regex);
            return text -> pattern.matcher(text).find();
        }
    }
}
