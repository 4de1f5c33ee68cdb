package dev.interlock.core.operation;

import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.Target;
import java.util.Optional;

/**
 * A request for the very same call, waiting for the claim that is in flight.
 *
 * @param requestId the request
 * @param runId its run
 * @param proposalId the proposal it comes from
 * @param agentId who proposed it
 * @param ownerAgentId who began its run
 * @param approvalId the approval it brings, where a person had to approve it
 * @param chain the operation its run's chain began with, or may begin with
 */
public record Joiner(
        String requestId,
        String runId,
        String proposalId,
        String agentId,
        String ownerAgentId,
        Optional<String> approvalId,
        String chain) {
    static Joiner of(Request request) {
        return new Joiner(
                request.requestId(),
                request.runId(),
                request.proposalId(),
                request.agentId(),
                request.ownerAgentId(),
                request.approvalId(),
                request.activation().root());
    }

    boolean is(String otherRunId, String otherRequestId) {
        return runId.equals(otherRunId) && requestId.equals(otherRequestId);
    }

    /**
     * Whether a stop reaches the wait: by itself, or by ending the run.
     *
     * @param tool the tool of the operation, which is that of all who wait for it
     */
    public boolean isReachedBy(Stop stop, String tool) {
        Target run = new Target(runId, ownerAgentId, Optional.of(chain));
        return stop.reaches(run, agentId, tool, Kind.WRITE) || stop.endsRun(run);
    }
}
