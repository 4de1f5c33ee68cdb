package dev.interlock.schemas;

/**
 * The call that was not let through.
 *
 * @param proposalId the proposal
 * @param tool tool name, as proposed; may be null
 * @param kind kind, as proposed; may be null
 * @param fingerprint fingerprint of the call, where it could be computed; may be null
 * @param operationId operation id of a write; may be null
 */
public record BlockedCall(String proposalId, String tool, String kind, String fingerprint, String operationId) {}
