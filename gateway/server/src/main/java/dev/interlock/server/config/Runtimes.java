package dev.interlock.server.config;

import java.util.List;
import java.util.Optional;

/**
 * The runtimes that are asked to stop runs.
 *
 * @param all in order; the first that hosts an agent is asked
 */
public record Runtimes(List<AgentRuntime> all) {
    public Runtimes {
        all = List.copyOf(all);
    }

    /** The runtime that hosts an agent; empty when none is configured for it. */
    public Optional<AgentRuntime> hosting(String agentId) {
        return all.stream().filter(runtime -> runtime.hosts(agentId)).findFirst();
    }
}
