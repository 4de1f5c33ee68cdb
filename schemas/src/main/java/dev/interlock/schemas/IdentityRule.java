package dev.interlock.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What makes two calls of a tool the same. Fields are named by JSON Pointers that lead through objects.
 *
 * @param identityFields the fields the operation id is derived from; empty if the agent supplies it
 * @param volatileFields the fields left out of the fingerprint, such as a timestamp
 */
public record IdentityRule(List<String> identityFields, List<String> volatileFields) {
    /** Nothing is left out, nothing is derived. */
    public static final IdentityRule NONE = new IdentityRule(List.of(), List.of());

    private static final String RULE_DOMAIN = "interlock/identity-rule/v1";
    private static final String ID_DOMAIN = "interlock/operation-id/v1";

    /**
     * Sorts the fields.
     *
     * @throws IllegalArgumentException if a field is no JSON Pointer, or a volatile field overlaps an identity field
     */
    public IdentityRule {
        identityFields = sorted(identityFields);
        volatileFields = sorted(volatileFields);
        refuseOverlap(identityFields, volatileFields);
    }

    private static List<String> sorted(List<String> fields) {
        return fields.stream()
                .map(FieldPointer::parse)
                .sorted()
                .map(FieldPointer::text)
                .distinct()
                .toList();
    }

    private static void refuseOverlap(List<String> identity, List<String> ignored) {
        for (String field : identity) {
            for (String other : ignored) {
                if (FieldPointer.parse(field).overlaps(FieldPointer.parse(other))) {
                    throw new IllegalArgumentException(
                            "Volatile field " + other + " overlaps identity field " + field + " of the same rule");
                }
            }
        }
    }

    /** Hash of the rule, in hex. Fingerprints made under rules with different hashes cannot be compared. */
    public String hash() {
        return Sha256.hex(RULE_DOMAIN
                + '\0'
                + Json.of(List.of(identityFields, volatileFields)).canonical());
    }

    /** True if the operation id follows from the arguments. */
    public boolean derivesOperationId() {
        return !identityFields.isEmpty();
    }

    /**
     * The operation id that follows from tool and arguments: SHA-256 of the tool and the identity fields, in hex. It is
     * made without a secret, because another secret would make a second operation of the same call.
     *
     * @return empty if the rule has no identity fields, or one of them is absent, null or an empty text
     */
    public Optional<String> operationId(String tool, Json args) {
        ObjectNode identity = ExactTree.NODES.objectNode();
        for (String field : identityFields) {
            Optional<JsonNode> value = FieldPointer.parse(field).find(args.node());
            if (value.isEmpty() || isEmpty(value.get())) {
                return Optional.empty();
            }
            identity.set(field, value.get());
        }
        return derivesOperationId()
                ? Optional.of(Sha256.hex(ID_DOMAIN + '\0' + tool + '\0' + CanonicalForm.of(identity)))
                : Optional.empty();
    }

    private static boolean isEmpty(JsonNode value) {
        return value.isNull() || value.isTextual() && value.textValue().isEmpty();
    }

    /** The canonical form of arguments without their volatile fields. */
    String stableForm(Json args) {
        Set<List<String>> left = volatileFields.stream()
                .map(field -> FieldPointer.parse(field).steps())
                .collect(Collectors.toSet());
        return CanonicalForm.of(left.isEmpty() ? args.node() : without(args.node(), left));
    }

    private static JsonNode without(JsonNode node, Set<List<String>> left) {
        if (!node.isObject()) {
            return node;
        }
        ObjectNode copy = ExactTree.NODES.objectNode();
        node.properties().forEach(entry -> {
            if (!left.contains(List.of(entry.getKey()))) {
                copy.set(entry.getKey(), without(entry.getValue(), below(left, entry.getKey())));
            }
        });
        return copy;
    }

    private static Set<List<String>> below(Set<List<String>> fields, String step) {
        return fields.stream()
                .filter(steps -> steps.size() > 1 && steps.getFirst().equals(step))
                .map(steps -> steps.subList(1, steps.size()))
                .collect(Collectors.toSet());
    }
}
