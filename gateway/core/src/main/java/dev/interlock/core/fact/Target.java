package dev.interlock.core.fact;

import java.util.Optional;

/**
 * A run as stops look for it.
 *
 * @param runId the run
 * @param ownerAgentId the agent that began it
 * @param chain the operation its chain began with; empty for a run that nothing triggered
 */
public record Target(String runId, String ownerAgentId, Optional<String> chain) {
    boolean isOfChain(String root) {
        return chain.filter(root::equals).isPresent();
    }
}
