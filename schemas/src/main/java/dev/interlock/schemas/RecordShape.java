package dev.interlock.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A record schema as a check: it takes a tree from outside and returns one that has the fields of the schema only, each
 * of the right type and within its bounds. In a lenient record a member that fails is left out and listed as a fault.
 */
record RecordShape(String name, boolean lenient, List<FieldShape> fields) implements ValueShape {
    private static final String FAULTS = "faults";
    /** As the schemas bound the list. One fault is as good as many. */
    private static final int MOST_FAULTS = 64;

    RecordShape {
        fields = List.copyOf(fields);
    }

    @Override
    public JsonNode check(JsonNode node, FieldPath path, Form form) {
        if (!lenient) {
            return strict(node, path, form);
        }
        if (node.isObject()) {
            return lenient(node, path, form);
        }
        ObjectNode checked = ExactTree.NODES.objectNode();
        add(checked, new InvalidRecordException(path.text(), Rule.TYPE, ValueShape.show(node)));
        return checked;
    }

    private ObjectNode strict(JsonNode node, FieldPath path, Form form) {
        if (!node.isObject()) {
            throw ValueShape.refuse(path, Rule.TYPE, node);
        }
        ObjectNode checked = ExactTree.NODES.objectNode();
        for (FieldShape field : fields) {
            field.copy(node, checked, path, form);
        }
        for (FieldShape field : fields) {
            field.checkPresence(checked, path);
        }
        return checked;
    }

    private ObjectNode lenient(JsonNode node, FieldPath path, Form form) {
        ObjectNode checked = ExactTree.NODES.objectNode();
        List<InvalidRecordException> problems = new ArrayList<>();
        for (FieldShape field : fields) {
            try {
                field.copy(node, checked, path, form);
            } catch (InvalidRecordException e) {
                problems.add(e);
            }
        }
        // Only now, because the list of faults is itself a field that may have been given.
        problems.forEach(problem -> add(checked, problem));
        return checked;
    }

    private static void add(ObjectNode record, InvalidRecordException problem) {
        ArrayNode faults = record.withArrayProperty(FAULTS);
        if (faults.size() < MOST_FAULTS) {
            faults.addObject()
                    .put("field", problem.field())
                    .put("rule", problem.rule().symbol())
                    .put("value", problem.value());
        }
    }
}
