package dev.interlock.policy.form;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Action;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.ToolContract;
import java.io.IOException;
import java.util.Map;

/** How actions and the unordered maps of a policy are written: the core itself carries no annotations. */
final class PolicyShapes {
    private static final String DENY_THEN_STOP = "deny_then_stop";

    private PolicyShapes() {}

    static SimpleModule module() {
        return new SimpleModule("policy")
                .setMixInAnnotation(Policy.class, SortedPolicy.class)
                .addSerializer(Action.class, new ActionWriter())
                .addDeserializer(Action.class, new ActionReader());
    }

    private interface SortedPolicy {
        @JsonFormat(with = JsonFormat.Feature.WRITE_SORTED_MAP_ENTRIES)
        Map<Reason, Action> actions();

        @JsonFormat(with = JsonFormat.Feature.WRITE_SORTED_MAP_ENTRIES)
        Map<String, ToolContract> tools();
    }

    /** {@code "deny"}, {@code "stop"}, {@code "observe"} or {@code {"deny_then_stop": 3}}. */
    private static final class ActionWriter extends JsonSerializer<Action> {
        @Override
        public void serialize(Action action, JsonGenerator out, SerializerProvider provider) throws IOException {
            switch (action) {
                case Action.Deny deny -> out.writeString("deny");
                case Action.Stop stop -> out.writeString("stop");
                case Action.Observe observe -> out.writeString("observe");
                case Action.DenyThenStop patient -> {
                    out.writeStartObject();
                    out.writeNumberField(DENY_THEN_STOP, patient.denials());
                    out.writeEndObject();
                }
            }
        }
    }

    private static final class ActionReader extends JsonDeserializer<Action> {
        @Override
        public Action deserialize(JsonParser in, DeserializationContext context) throws IOException {
            JsonNode tree = in.readValueAsTree();
            if (tree.isObject() && tree.size() == 1 && tree.path(DENY_THEN_STOP).isInt()) {
                return new Action.DenyThenStop(tree.get(DENY_THEN_STOP).intValue());
            }
            return switch (tree.asText()) {
                case "deny" -> new Action.Deny();
                case "stop" -> new Action.Stop();
                case "observe" -> new Action.Observe();
                default ->
                    throw context.weirdStringException(
                            tree.toString(), Action.class, "must be deny, stop, observe or {deny_then_stop: n}");
            };
        }
    }
}
