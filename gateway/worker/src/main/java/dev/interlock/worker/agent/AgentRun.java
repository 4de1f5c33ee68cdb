package dev.interlock.worker.agent;

import dev.interlock.schemas.CausedBy;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.ProposalBuilder;
import dev.interlock.schemas.Symbols.Kind;
import dev.interlock.schemas.Symbols.ProposalType;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * One run as one agent sees it at one model turn: the maker of its proposals. Each has a new id; whoever wants to send
 * it again must keep it.
 *
 * @param runId the run
 * @param agentId the agent
 * @param turn the model turn, from 1
 * @param causedBy the operation that triggered the run, as it was stamped on what the run was started by
 * @param clock the agent's clock
 */
public record AgentRun(String runId, String agentId, int turn, Optional<String> causedBy, Clock clock) {

    /** The first turn of a run. */
    public static AgentRun of(String runId, String agentId) {
        return new AgentRun(runId, agentId, 1, Optional.empty(), Clock.systemUTC());
    }

    /** The same run at another model turn. */
    public AgentRun atTurn(int changed) {
        return new AgentRun(runId, agentId, changed, causedBy, clock);
    }

    /**
     * The same run, triggered by an operation: each of its proposals says so.
     *
     * @param operationId what the worker stamped on whatever started this run
     */
    public AgentRun triggeredBy(String operationId) {
        return new AgentRun(runId, agentId, turn, Optional.of(operationId), clock);
    }

    /** The same run at the next model turn. */
    public AgentRun nextTurn() {
        return atTurn(turn + 1);
    }

    /**
     * A call that only looks.
     *
     * @param args an object: a map, a {@link Json}, or anything Jackson writes as an object
     * @return a builder, for what else there is to say
     */
    public ProposalBuilder read(String tool, Object args) {
        return call(Kind.READ, tool, args);
    }

    /**
     * A call that changes something.
     *
     * @param operationId names the business operation, the same whenever the same thing is meant
     * @param args an object: a map, a {@link Json}, or anything Jackson writes as an object
     * @return a builder, for what else there is to say
     */
    public ProposalBuilder write(String tool, String operationId, Object args) {
        return call(Kind.WRITE, tool, args).operationId(operationId);
    }

    /**
     * A call that changes something, and whose operation id the gateway derives from its arguments, as its tool's contract
     * says; without one that says so it is {@code missing_operation_id}.
     *
     * @param args an object: a map, a {@link Json}, or anything Jackson writes as an object
     * @return a builder, for what else there is to say
     */
    public ProposalBuilder write(String tool, Object args) {
        return call(Kind.WRITE, tool, args);
    }

    /**
     * A paid call of a model.
     *
     * @param args an object: a map, a {@link Json}, or anything Jackson writes as an object
     * @return a builder, for what else there is to say
     */
    public ProposalBuilder model(String model, Object args) {
        return call(Kind.MODEL, model, args);
    }

    /** A call without arguments that only looks. */
    public ProposalBuilder read(String tool) {
        return read(tool, Map.of());
    }

    /**
     * The wish to end the run.
     *
     * @param cause {@code agent}, {@code framework_limit} or {@code error}
     */
    public ProposalBuilder finish(String cause) {
        return proposal(ProposalType.FINISH).cause(cause);
    }

    private ProposalBuilder call(String kind, String tool, Object args) {
        Json json = args instanceof Json given ? given : Json.of(args);
        return proposal(ProposalType.CALL).kind(kind).tool(tool).args(json);
    }

    private ProposalBuilder proposal(String type) {
        return ProposalBuilder.builder()
                .type(type)
                .proposalId(UUID.randomUUID().toString())
                .runId(runId)
                .agentId(agentId)
                .turn(turn)
                .causedBy(causedBy.map(CausedBy::new).orElse(null))
                .issuedAtMs(clock.millis());
    }
}
