package dev.interlock.schemas;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * A call an agent wants to make, or its wish to finish the run.
 *
 * @param type what is proposed
 * @param proposalId names the proposal within its run. A resend has the same id and the same content
 * @param runId the run. Also the key of the record
 * @param agentId the agent that proposes
 * @param turn model turn the call belongs to, counted by the agent from 1
 * @param turnSize number of calls in this turn; may be null
 * @param userTurn number of user turns so far. A rise says that a user has spoken; may be null
 * @param cause why a finish is proposed; may be null
 * @param tool tool name; of a model call the model name. A call without one is denied as invalid_call; may be
 *     null
 * @param kind what the call does. A call without one is denied as invalid_call; may be null
 * @param args arguments, an object of up to 256 KiB. Absent is no arguments; may be null
 * @param operationId names the operation of a write across runs. Empty is absent; may be null
 * @param estimatedCostMicros what the call is expected to cost. Millionths of the policy's currency unit; may
 *     be null
 * @param handoffFrom the agent that handed over to this one with this call; may be null
 * @param causedBy the operation whose effect triggered this run; may be null
 * @param threadId the conversation the run belongs to; may be null
 * @param accountId the account the run is charged to; may be null
 * @param ownerEpoch rises when another host takes over the run; a proposal with a lower one is stale_owner; may
 *     be null
 * @param issuedAtMs when the agent issued it, by its own clock. Milliseconds since the epoch
 * @param traceparent W3C trace context; may be null
 */
@RecordBuilder
public record Proposal(
        String type,
        String proposalId,
        String runId,
        String agentId,
        int turn,
        Integer turnSize,
        Long userTurn,
        String cause,
        String tool,
        String kind,
        Json args,
        String operationId,
        Long estimatedCostMicros,
        String handoffFrom,
        CausedBy causedBy,
        String threadId,
        String accountId,
        Long ownerEpoch,
        long issuedAtMs,
        String traceparent)
        implements WireRecord {}
