package dev.interlock.server.access;

import java.util.Set;

/**
 * Somebody who is known.
 *
 * @param name what the records say that are written for them ({@code by})
 * @param roles what they may do
 * @param agents for whom they may propose
 * @param runs in which they may propose, and of which they may read
 */
public record Caller(String name, Set<Role> roles, Names agents, Names runs) {
    public Caller {
        roles = Set.copyOf(roles);
    }

    /** Whether they have one of these roles. */
    public boolean is(Set<Role> any) {
        return roles.stream().anyMatch(any::contains);
    }

    /** Whether they see what belongs to the run: an agent its own ones, all others every one. */
    public boolean sees(String runId) {
        return is(Set.of(Role.OPERATOR, Role.APPROVER, Role.AUDITOR, Role.ADMIN))
                || roles.contains(Role.AGENT) && runs.allow(runId);
    }

    /** Whether they may propose as this agent in this run. */
    public boolean proposes(String agentId, String runId) {
        return roles.contains(Role.AGENT) && agents.allow(agentId) && runs.allow(runId);
    }
}
