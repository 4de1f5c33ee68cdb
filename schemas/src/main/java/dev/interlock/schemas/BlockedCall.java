package dev.interlock.schemas;

/**
 * The call at which a run ended: one that was not let through, or one whose result the run does not go on from.
 *
 * @param proposalId the proposal
 * @param tool tool name, as proposed; may be null
 * @param kind kind, as proposed; may be null
 * @param fingerprint fingerprint of the call, where it could be computed; may be null
 * @param operationId operation id of a write; may be null
 * @param inherited true if an earlier run proposed it, which this one goes on from
 */
public record BlockedCall(
        String proposalId, String tool, String kind, String fingerprint, String operationId, boolean inherited) {}
