package dev.interlock.server.wire;

import dev.interlock.core.policy.ToolPattern;
import dev.interlock.schemas.Control;
import dev.interlock.schemas.Scope;
import java.util.List;
import java.util.Optional;

/**
 * What was published for some agents, or for all that nothing else names: the policy their new runs are held to.
 *
 * @param agents a pattern of agent ids in which a star stands for any characters; empty for all that nothing else names
 * @param policyHash the policy
 * @param controlId names the command that published it
 * @param by who did
 * @param reason why
 * @param offset where the command stands in the one partition that all publications are in
 */
public record Publication(
        Optional<String> agents, String policyHash, String controlId, String by, String reason, long offset) {

    /** What a command publishes. */
    public static Publication of(Command.Publish command) {
        Control control = command.record();
        return new Publication(
                agents(control.scope()),
                command.document().hash(),
                control.controlId(),
                control.by(),
                control.reason(),
                command.origin().offset());
    }

    /** Whether it says anything about runs of an agent, and does so by naming it. */
    public boolean names(String agentId) {
        // Stars mean in agent ids what they mean in names of tools, and are looked for without backtracking.
        return agents.filter(pattern -> ToolPattern.matches(pattern, agentId)).isPresent();
    }

    /** Whether it says the same: the same policy for the same agents. */
    boolean repeats(Publication other) {
        return agents.equals(other.agents) && policyHash.equals(other.policyHash);
    }

    /** How closely it names agents: characters that are no stars; one without stars is closer than any with. */
    int closeness() {
        String pattern = agents.orElse("");
        int letters = (int) pattern.chars().filter(c -> c != '*').count();
        return ToolPattern.is(pattern) ? letters : Integer.MAX_VALUE;
    }

    /** Whom it is for, as records have it. */
    public Scope scope() {
        return agents.map(pattern -> new Scope(PublicationReader.SOME, pattern))
                .orElseGet(() -> new Scope(PublicationReader.OTHERS, null));
    }

    private static Optional<String> agents(Scope scope) {
        return PublicationReader.SOME.equals(scope.kind()) ? Optional.of(scope.id()) : Optional.empty();
    }

    /**
     * The one of several that decides about an agent's new runs: the closest that names it, of equally close ones the
     * latest.
     */
    public static Optional<Publication> closest(List<Publication> inForce, String agentId) {
        return inForce.stream()
                .filter(publication -> publication.names(agentId))
                .max((one, other) -> one.closeness() == other.closeness()
                        ? Long.compare(one.offset, other.offset)
                        : Integer.compare(one.closeness(), other.closeness()));
    }
}
