package dev.interlock.schemas;

/**
 * The last result that was taken as good, so that a partial outcome can be used.
 *
 * @param proposalId the proposal it answered
 * @param tool tool name
 * @param value the value, up to 64 KiB; may be null
 * @param valueDigest SHA-256 of the canonical form of the whole value, in hex; may be null
 * @param valueTruncated true if the value was too large to be carried
 * @param operationId operation id of a write; may be null
 * @param revision the revision that was verified with it; may be null
 * @param receipt the receipt of the system of record that was verified with it: what shows how far the run came;
 *     may be null
 * @param runId the earlier run whose proposal it answered, in a run that goes on from it; may be null
 */
public record LastGood(
        String proposalId,
        String tool,
        Json value,
        String valueDigest,
        boolean valueTruncated,
        String operationId,
        Long revision,
        Json receipt,
        String runId) {}
