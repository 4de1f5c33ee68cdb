package dev.interlock.server.config;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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

    /** Each that is configured for anybody. */
    public Stream<Ruling> all() {
        return Stream.concat(assignments.stream().map(Assignment::ruling), Stream.of(otherwise));
    }

    /** The longest time any of the policies remembers an ended run, in milliseconds. */
    public long longestStubMs() {
        return all().mapToLong(ruling -> ruling.policy().horizons().stubMs())
                .max()
                .orElseThrow();
    }

    /** The policy for runs of an agent that an assignment names; empty when none does. */
    public Optional<Ruling> assigned(String agentId) {
        return assignments.stream()
                .filter(assignment -> assignment.agents().matcher(agentId).matches())
                .findFirst()
                .map(Assignment::ruling);
    }

    /** The policy for runs an agent begins, as far as the configuration says. */
    public Ruling forAgent(String agentId) {
        return assigned(agentId).orElse(otherwise);
    }

    /** Whether anything here says that runs are held to a policy. */
    public boolean names(String policyHash) {
        return all().anyMatch(ruling -> ruling.hash().equals(policyHash));
    }
}
