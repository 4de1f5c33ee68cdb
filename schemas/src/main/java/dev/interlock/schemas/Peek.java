package dev.interlock.schemas;

import java.util.Map;

/**
 * What could be read of a record that breaks a rule, so that a denial reaches the run and a stop is obeyed. Each part
 * is null unless it was there exactly once, is a proper id and is not longer than {@link Limits#ID_LENGTH}.
 *
 * @param type the kind of proposal or command
 * @param runId the run
 * @param proposalId the proposal
 * @param agentId the agent
 * @param controlId the command
 * @param scope what a command applies to; its id may be null
 */
public record Peek(String type, String runId, String proposalId, String agentId, String controlId, Scope scope) {
    /** Nothing could be read. */
    public static final Peek NOTHING = new Peek(null, null, null, null, null, null);

    /** Takes texts by the paths of their fields. */
    static Peek of(Map<String, String> texts) {
        String kind = texts.get("scope.kind");
        return new Peek(
                texts.get("type"),
                texts.get("run_id"),
                texts.get("proposal_id"),
                texts.get("agent_id"),
                texts.get("control_id"),
                kind == null ? null : new Scope(kind, texts.get("scope.id")));
    }
}
