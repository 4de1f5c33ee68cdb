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
    public boolean reaches(Target run, String agentId, String tool, Kind kind) {
        return switch (scope) {
            case RUN -> id.equals(run.runId());
            case AGENT -> id.equals(agentId);
            case TOOL -> id.equals(tool);
            case MODEL -> kind == Kind.MODEL;
            case CHAIN -> run.isOfChain(id);
            case ALL -> true;
        };
    }

    /** Whether it ends a run as a whole, not only some of its calls. */
    public boolean endsRun(Target run) {
        return switch (scope) {
            case RUN -> id.equals(run.runId());
            case AGENT -> id.equals(run.ownerAgentId());
            case CHAIN -> run.isOfChain(id);
            case ALL -> true;
            case TOOL, MODEL -> false;
        };
    }
}
