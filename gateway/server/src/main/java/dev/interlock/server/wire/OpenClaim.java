package dev.interlock.server.wire;

import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Stop;
import dev.interlock.core.operation.Operation;

/**
 * An operation in flight, as stops look for it.
 *
 * @param runId the run that holds the claim
 * @param agentId the agent that proposed it
 * @param ownerAgentId the agent that began the run
 * @param tool its tool
 */
public record OpenClaim(String runId, String agentId, String ownerAgentId, String tool) {
    /** The claim of an operation in flight. */
    public static OpenClaim of(Operation operation) {
        return new OpenClaim(
                operation.claim().request().runId(),
                operation.claim().request().agentId(),
                operation.claim().request().ownerAgentId(),
                operation.claim().request().tool());
    }

    /** Whether a stop reaches it. */
    public boolean isReachedBy(Stop stop) {
        return stop.reaches(runId, agentId, tool, Kind.WRITE) || stop.endsRun(runId, ownerAgentId);
    }

    /** The store's value. */
    public byte[] bytes() {
        return CoreJson.bytes(this);
    }

    /** Reads the store's value. */
    public static OpenClaim read(byte[] bytes) {
        return CoreJson.read(bytes, OpenClaim.class);
    }
}
