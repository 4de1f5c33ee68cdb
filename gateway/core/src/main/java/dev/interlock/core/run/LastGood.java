package dev.interlock.core.run;

import java.util.Optional;

/**
 * The last result that was sound and {@code ok}.
 *
 * @param proposalId the proposal it answered
 * @param tool its tool
 * @param valueDigest digest of its value
 * @param operationId its operation, for a write
 */
public record LastGood(String proposalId, String tool, String valueDigest, Optional<String> operationId) {}
