package dev.interlock.schemas;

/**
 * A call that a human is asked about.
 *
 * @param proposalId the proposal that is held
 * @param agentId the agent that proposed it
 * @param tool tool name
 * @param kind what it does
 * @param operationId operation id of a write; may be null
 * @param args the arguments the digest covers and the dispatch will carry; null but in the first outcome about a hold
 */
public record HeldCall(String proposalId, String agentId, String tool, String kind, String operationId, Json args) {}
