package dev.interlock.server.wire;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.StopScope;
import dev.interlock.schemas.Containment;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Scope;
import dev.interlock.schemas.Symbols.ContainmentPart;
import dev.interlock.schemas.Symbols.OutcomeType;
import dev.interlock.schemas.Symbols.RuntimeState;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * That the runtime of an agent is to be asked to stop a run.
 *
 * @param id names it: the same however often it is sent
 * @param stopId the control id of the stop
 * @param scope what was stopped
 * @param runId the run
 * @param agentId the agent that began it
 * @param atMs when the gateway decided so, by its clock; in milliseconds since the epoch
 */
public record RuntimeRequest(String id, String stopId, Scope scope, String runId, String agentId, long atMs) {
    private static final byte[] BEGINNING =
            ("{\"type\":\"" + OutcomeType.CONTAINMENT + "\"").getBytes(StandardCharsets.UTF_8);

    /** The request that a stop makes about a run of an agent. */
    public static RuntimeRequest of(Stop stop, String runId, String agentId, long atMs) {
        String stopId = StopName.controlId(stop);
        Scope scope = new Scope(stop.scope().code(), stop.id().isEmpty() ? null : stop.id());
        return new RuntimeRequest(id(stopId, runId), stopId, scope, runId, agentId, atMs);
    }

    /**
     * The request a record of the outcomes makes; empty where it makes none. The gateway writes requests itself, as JSON
     * and with the type first, so that other records need not be read to be told apart.
     *
     * @throws InvalidRecordException when it is of a containment report and cannot be read
     */
    public static Optional<RuntimeRequest> of(byte[] outcome) {
        if (outcome == null || !Arrays.equals(BEGINNING, Arrays.copyOf(outcome, BEGINNING.length))) {
            return Optional.empty();
        }
        Outcome record = TopicRecords.outcome(outcome);
        return Optional.ofNullable(record.containment())
                .filter(part -> ContainmentPart.RUNTIME.equals(part.part()))
                .filter(part -> RuntimeState.PENDING.equals(part.runtime().state()))
                .map(part -> of(part, record.atMs()));
    }

    private static RuntimeRequest of(Containment part, long atMs) {
        return new RuntimeRequest(
                part.runtime().requestId(), part.stopId(), part.scope(), part.runId(), part.agentId(), atMs);
    }

    /** Ids of stops and runs may hold any characters, which names in headers and tokens may not. */
    private static String id(String stopId, String runId) {
        return "stop_" + Sha256.of(stopId.length() + ":" + stopId + runId);
    }

    /** Why the run is stopped, as the outcomes say it. */
    public String reason() {
        return Symbols.find(StopScope.class, scope.kind())
                .map(kind -> kind.reason().code())
                .orElse(scope.kind());
    }
}
