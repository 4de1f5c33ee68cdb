package dev.interlock.schemas;

/**
 * The last result that was taken as good, so that a partial outcome can be used.
 *
 * @param proposalId the proposal it answered
 * @param tool tool name
 * @param value the value, up to 64 KiB; may be null
 * @param valueDigest SHA-256 of the canonical form of the whole value, in hex; may be null
 * @param valueTruncated true if the value was too large to be carried
 */
public record LastGood(String proposalId, String tool, Json value, String valueDigest, boolean valueTruncated) {}
