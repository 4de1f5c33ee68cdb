package dev.interlock.server.config;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Which policy a new run is held to, by the agent that begins it.
 *
 * @param assignments in order; the first that matches decides
 * @param otherwise what holds for all other agents
 */
public record Policies(List<Assignment> assignments, Ruling otherwise) {
    public Policies {
        assignments = List.copyOf(assignments);
    }

    /**
     * A policy for some agents.
     *
     * @param agents matches a whole agent id
     * @param ruling the policy
     */
    public record Assignment(Pattern agents, Ruling ruling) {}

    /** The policy for runs an agent begins. */
    public Ruling forAgent(String agentId) {
        return assignments.stream()
                .filter(assignment -> assignment.agents().matcher(agentId).matches())
                .findFirst()
                .map(Assignment::ruling)
                .orElse(otherwise);
    }
}
