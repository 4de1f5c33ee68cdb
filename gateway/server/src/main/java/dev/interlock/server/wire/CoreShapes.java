package dev.interlock.server.wire;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.interlock.core.operation.OperationInput;
import dev.interlock.core.operation.Request;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Action;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.core.run.Answer;
import dev.interlock.core.run.OpenCall;
import dev.interlock.core.run.RunInput;
import dev.interlock.core.run.Timer;
import java.io.IOException;
import java.util.Map;

/** How sealed types and unordered maps of the core are written: the core itself carries no annotations. */
final class CoreShapes {
    private static final String DENY_THEN_STOP = "deny_then_stop";

    private CoreShapes() {}

    static SimpleModule module() {
        return new SimpleModule("shapes")
                .setMixInAnnotation(RunInput.class, RunInputNames.class)
                .setMixInAnnotation(OperationInput.class, OperationInputNames.class)
                .setMixInAnnotation(Timer.class, TimerNames.class)
                .setMixInAnnotation(OpenCall.class, SortedRevisions.class)
                .setMixInAnnotation(Answer.class, SortedRevisions.class)
                .setMixInAnnotation(Request.class, SortedRevisions.class)
                .setMixInAnnotation(Policy.class, SortedPolicy.class)
                .addSerializer(Action.class, new ActionWriter())
                .addDeserializer(Action.class, new ActionReader());
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = RunInput.Proposed.class, name = "proposed"),
        @JsonSubTypes.Type(value = RunInput.Finished.class, name = "finished"),
        @JsonSubTypes.Type(value = RunInput.Unreadable.class, name = "unreadable"),
        @JsonSubTypes.Type(value = RunInput.Reported.class, name = "reported"),
        @JsonSubTypes.Type(value = RunInput.Running.class, name = "running"),
        @JsonSubTypes.Type(value = RunInput.Answered.class, name = "answered"),
        @JsonSubTypes.Type(value = RunInput.Admitted.class, name = "admitted"),
        @JsonSubTypes.Type(value = RunInput.Due.class, name = "due"),
        @JsonSubTypes.Type(value = RunInput.Approved.class, name = "approved"),
        @JsonSubTypes.Type(value = RunInput.Rejected.class, name = "rejected"),
        @JsonSubTypes.Type(value = RunInput.Granted.class, name = "granted"),
        @JsonSubTypes.Type(value = RunInput.Resumed.class, name = "resumed"),
        @JsonSubTypes.Type(value = RunInput.CarriedOver.class, name = "carried_over"),
        @JsonSubTypes.Type(value = RunInput.Stopped.class, name = "stopped")
    })
    private interface RunInputNames {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = OperationInput.Requested.class, name = "requested"),
        @JsonSubTypes.Type(value = OperationInput.Withdrawn.class, name = "withdrawn"),
        @JsonSubTypes.Type(value = OperationInput.AdmissionAsked.class, name = "admission_asked"),
        @JsonSubTypes.Type(value = OperationInput.Reported.class, name = "reported"),
        @JsonSubTypes.Type(value = OperationInput.Running.class, name = "running"),
        @JsonSubTypes.Type(value = OperationInput.TimeoutDue.class, name = "timeout_due"),
        @JsonSubTypes.Type(value = OperationInput.QueryDue.class, name = "query_due"),
        @JsonSubTypes.Type(value = OperationInput.Resolved.class, name = "resolved"),
        @JsonSubTypes.Type(value = OperationInput.Stopped.class, name = "stopped"),
        @JsonSubTypes.Type(value = OperationInput.HorizonDue.class, name = "horizon_due")
    })
    private interface OperationInputNames {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Timer.Deadline.class, name = "deadline"),
        @JsonSubTypes.Type(value = Timer.Dispatch.class, name = "dispatch"),
        @JsonSubTypes.Type(value = Timer.Hold.class, name = "hold"),
        @JsonSubTypes.Type(value = Timer.Stub.class, name = "stub")
    })
    private interface TimerNames {}

    private interface SortedRevisions {
        @JsonFormat(with = JsonFormat.Feature.WRITE_SORTED_MAP_ENTRIES)
        Map<String, Long> base();
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
