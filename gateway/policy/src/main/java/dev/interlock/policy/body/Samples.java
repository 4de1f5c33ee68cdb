package dev.interlock.policy.body;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.core.policy.PageRule;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.PollRule;
import dev.interlock.core.policy.Presets;
import dev.interlock.core.policy.RateRule;
import dev.interlock.core.policy.SameCall;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.core.policy.ToolLimits;
import dev.interlock.policy.form.PolicyCodec;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A sound example of each record of a policy, from a preset where one has it. It stands in for what is wrong, so that what comes behind is
 * looked at too, and the core is asked by it what it would allow.
 */
final class Samples {
    private static final Map<Class<?>, ObjectNode> TREES = collect();

    private Samples() {}

    /** The example of a record; empty when no preset has one. */
    static Optional<ObjectNode> of(Class<?> type) {
        return Optional.ofNullable(TREES.get(type)).map(ObjectNode::deepCopy);
    }

    /** What the core says a number must be; empty when it allows all. */
    static Optional<String> rule(Class<?> type, String field, Shape.Whole whole) {
        return of(type).flatMap(tree -> {
            tree.put(field, whole.least());
            try {
                PolicyCodec.read(tree, type);
                return Optional.empty();
            } catch (JsonProcessingException e) {
                return Complaint.in(e)
                        .filter(complaint -> complaint.path().last().equals(field))
                        .map(Complaint::rule);
            }
        });
    }

    private static Map<Class<?>, ObjectNode> collect() {
        Map<Class<?>, ObjectNode> found = new HashMap<>();
        Policy balanced = Presets.balanced();
        Policy ruled = balanced.with(balanced.ceilings().withLastTurn(0)).with(Samples::ruled);
        walk(ruled, PolicyCodec.tree(ruled), found);
        walk(Presets.balanced(), PolicyCodec.tree(Presets.balanced()), found);
        return found;
    }

    /** With what no preset has, since it is different for each tool. */
    private static ToolContract ruled(ToolContract contract) {
        return contract.with(
                        new ToolLimits(OptionalInt.of(100), OptionalInt.of(4), Optional.of(new RateRule(60, 60_000))))
                .with(new PollRule(100, 1_000, 600_000))
                .with(new PageRule(100))
                .with(SameCall.allowing(10))
                .withCostMicros(1_000);
    }

    private static void walk(Object value, JsonNode tree, Map<Class<?>, ObjectNode> found) {
        if (value instanceof Optional<?> choice) {
            choice.ifPresent(inner -> walk(inner, tree, found));
        } else if (value instanceof Record part && tree instanceof ObjectNode object) {
            found.put(part.getClass(), object);
            for (RecordComponent component : part.getClass().getRecordComponents()) {
                String name = component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(java.util.Locale.ROOT);
                walk(read(part, component), object.path(name), found);
            }
        }
    }

    private static Object read(Record part, RecordComponent component) {
        try {
            return component.getAccessor().invoke(part);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("A part of a policy cannot be read: " + component, e);
        }
    }
}
