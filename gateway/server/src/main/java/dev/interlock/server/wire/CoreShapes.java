package dev.interlock.server.wire;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.interlock.core.operation.OperationInput;
import dev.interlock.core.operation.Request;
import dev.interlock.core.run.Answer;
import dev.interlock.core.run.OpenCall;
import dev.interlock.core.run.RunInput;
import dev.interlock.core.run.Timer;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** How sealed types and unordered maps of the core are written: the core itself carries no annotations. */
final class CoreShapes {
    private static final Set<String> OPERATION_INPUTS = Arrays.stream(
                    OperationInputNames.class.getAnnotation(JsonSubTypes.class).value())
            .map(JsonSubTypes.Type::name)
            .collect(Collectors.toUnmodifiableSet());

    private CoreShapes() {}

    static SimpleModule module() {
        return new SimpleModule("shapes")
                .setMixInAnnotation(RunInput.class, RunInputNames.class)
                .setMixInAnnotation(OperationInput.class, OperationInputNames.class)
                .setMixInAnnotation(Timer.class, TimerNames.class)
                .setMixInAnnotation(OpenCall.class, SortedRevisions.class)
                .setMixInAnnotation(Answer.class, SortedRevisions.class)
                .setMixInAnnotation(Request.class, SortedRevisions.class);
    }

    /** Whether something an operation is told is written under this name. */
    static boolean isOperationInput(String name) {
        return OPERATION_INPUTS.contains(name);
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
}
