package dev.interlock.policy.contract;

import dev.interlock.core.fact.Kind;
import dev.interlock.schemas.Json;
import java.util.Optional;

/**
 * A call as it was proposed.
 *
 * @param tool the tool's name
 * @param kind what the call is said to do
 * @param args its arguments, an object
 * @param operationId the operation id that was supplied; never an empty string
 * @param agentId who proposes
 * @param turn the agent's model turn
 */
public record ProposedCall(
        String tool, Kind kind, Json args, Optional<String> operationId, String agentId, long turn) {}
