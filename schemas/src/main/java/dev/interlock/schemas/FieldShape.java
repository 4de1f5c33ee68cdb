package dev.interlock.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.Set;

/**
 * One field of a record schema as a check.
 *
 * @param optional true if the field may be absent, or has a default
 * @param need when an optional field must be there all the same
 */
record FieldShape(String name, ValueShape value, boolean optional, Optional<Need> need) {

    /** A field is needed if another field of the record has one of these symbols. */
    record Need(String selector, Set<String> symbols) {
        boolean appliesTo(ObjectNode record) {
            JsonNode chosen = record.get(selector);
            return chosen != null && symbols.contains(chosen.textValue());
        }
    }

    /** Copies the field from a tree from outside into a checked one. */
    void copy(JsonNode from, ObjectNode to, FieldPath path, Form form) {
        JsonNode given = from.get(name);
        boolean absent = given == null || given.isNull();
        JsonNode taken = absent ? ExactTree.NODES.nullNode() : value.check(given, path.field(name), form);
        if (!taken.isNull()) {
            to.set(name, taken);
        } else if (!optional) {
            throw missing(path);
        }
    }

    void checkPresence(ObjectNode checked, FieldPath path) {
        if (!checked.has(name) && need.isPresent() && need.get().appliesTo(checked)) {
            throw missing(path);
        }
    }

    private InvalidRecordException missing(FieldPath path) {
        return new InvalidRecordException(path.field(name).text(), Rule.REQUIRED, "absent");
    }
}
