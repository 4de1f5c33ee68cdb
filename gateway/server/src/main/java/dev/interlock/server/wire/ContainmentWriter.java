package dev.interlock.server.wire;

import dev.interlock.core.fact.Stop;
import dev.interlock.schemas.Containment;
import dev.interlock.schemas.ContainmentBuilder;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.OutcomeBuilder;
import dev.interlock.schemas.RuntimeAnswer;
import dev.interlock.schemas.Symbols.ContainmentPart;
import dev.interlock.schemas.Symbols.ContainmentState;
import dev.interlock.schemas.Symbols.OutcomeType;
import dev.interlock.schemas.Symbols.RuntimeState;

/** Writes containment reports: records under the id of their stop, complete when all counts are in. */
public final class ContainmentWriter {
    private static final String KIND = "containment";

    private ContainmentWriter() {}

    /** How a report begins: what is stopped, and how many tasks will count. */
    public static Outgoing header(Command.Flag stop, long tasks, long atMs) {
        return outgoing(
                part(stop.stop(), ContainmentPart.HEADER)
                        .scope(stop.record().scope())
                        .count(tasks)
                        .build(),
                atMs);
    }

    /** A write, and how it stood at the stop. */
    public static Outgoing operation(Stop stop, String task, String operationId, String state, long atMs) {
        return outgoing(
                part(stop, ContainmentPart.OPERATION)
                        .task(task)
                        .operationId(operationId)
                        .state(state)
                        .build(),
                atMs);
    }

    /** A read or model call that was running at the stop. */
    public static Outgoing call(Stop stop, String task, String dispatchId, long atMs) {
        return outgoing(
                part(stop, ContainmentPart.OPERATION)
                        .task(task)
                        .dispatchId(dispatchId)
                        .state(ContainmentState.IN_FLIGHT)
                        .build(),
                atMs);
    }

    /** How many a task has listed; it lists no more. */
    public static Outgoing count(Stop stop, String task, long count, long atMs) {
        return outgoing(
                part(stop, ContainmentPart.COUNT).task(task).count(count).build(), atMs);
    }

    /** The runtime of an agent is to be asked to stop a run. */
    public static Outgoing pending(RuntimeRequest request, String runtime) {
        return runtime(request, new RuntimeAnswer(RuntimeState.PENDING, request.id(), runtime, 0, null, null));
    }

    /** What became of asking the runtime of an agent to stop a run. */
    public static Outgoing runtime(RuntimeRequest request, RuntimeAnswer answer) {
        Containment part = ContainmentBuilder.builder()
                .stopId(request.stopId())
                .part(ContainmentPart.RUNTIME)
                .scope(request.scope())
                .runId(request.runId())
                .agentId(request.agentId())
                .runtime(answer)
                .build();
        return outgoing(part, request.atMs());
    }

    private static ContainmentBuilder part(Stop stop, String part) {
        return ContainmentBuilder.builder().stopId(StopName.controlId(stop)).part(part);
    }

    private static Outgoing outgoing(Containment containment, long atMs) {
        var record = OutcomeBuilder.builder()
                .type(OutcomeType.CONTAINMENT)
                .containment(containment)
                .atMs(atMs)
                .build();
        return Outgoing.of(
                Destination.OUTCOMES, containment.stopId(), OutcomeWriter.CODEC.encode(record, Format.JSON), KIND);
    }
}
