package dev.interlock.schemas;

/**
 * What was decided about one of several proposals.
 *
 * @param proposalId the proposal
 * @param decision the decision
 * @param reason reason code; may be null
 * @param guard the guard that fired; may be null
 */
public record JudgedProposal(String proposalId, String decision, String reason, GuardReading guard) {}
