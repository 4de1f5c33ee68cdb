package dev.interlock.core.fact;

/**
 * A stop in force.
 *
 * @param scope what it reaches
 * @param id whom it names; empty for {@code ALL} and {@code MODEL}
 * @param controlId the control record that set it
 */
public record Stop(StopScope scope, String id, String controlId) {

    /** Whether a call of this run, agent and tool is in its scope. */
    public boolean reaches(String runId, String agentId, String tool, Kind kind) {
        return switch (scope) {
            case RUN -> id.equals(runId);
            case AGENT -> id.equals(agentId);
            case TOOL -> id.equals(tool);
            case MODEL -> kind == Kind.MODEL;
            case ALL -> true;
            case CHAIN -> false;
        };
    }

    /** Whether it ends a run of this owner as a whole, not only some of its calls. */
    public boolean endsRun(String runId, String ownerAgentId) {
        return switch (scope) {
            case RUN -> id.equals(runId);
            case AGENT -> id.equals(ownerAgentId);
            case ALL -> true;
            case TOOL, MODEL, CHAIN -> false;
        };
    }
}
