package dev.interlock.server.wire;

import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.Target;
import dev.interlock.core.operation.Joiner;
import dev.interlock.core.operation.Operation;
import dev.interlock.core.run.Lineage;
import java.util.List;
import java.util.Optional;

/**
 * An operation in flight, as stops look for it.
 *
 * @param runId the run that holds the claim
 * @param agentId the agent that proposed it
 * @param ownerAgentId the agent that began the run
 * @param tool its tool
 * @param chain the operation its chain began with, or may begin with
 * @param joiners who waits for it
 */
public record OpenClaim(
        String runId, String agentId, String ownerAgentId, String tool, String chain, List<Joiner> joiners) {
    public OpenClaim {
        joiners = List.copyOf(joiners);
    }

    /** The claim of an operation in flight. */
    public static OpenClaim of(Operation operation) {
        return new OpenClaim(
                operation.claim().request().runId(),
                operation.claim().request().agentId(),
                operation.claim().request().ownerAgentId(),
                operation.claim().request().tool(),
                operation.claim().request().activation().root(),
                operation.joiners());
    }

    /** Whether a stop reaches it, or one who waits for it. */
    public boolean isReachedBy(Stop stop) {
        Target run = new Target(runId, ownerAgentId, Optional.of(chain));
        return stop.reaches(run, agentId, tool, Kind.WRITE)
                || stop.endsRun(run)
                || Lineage.isLeftTo(stop, runId)
                || joiners.stream().anyMatch(joiner -> joiner.isReachedBy(stop, tool));
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
