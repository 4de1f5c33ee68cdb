package dev.interlock.core.fact;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * One tool call as proposed.
 *
 * @param tool the tool's name
 * @param kind what it does
 * @param fingerprint digest of tool and canonical arguments
 * @param identityRule digest of the rule the fingerprint was made by, with the key's id
 * @param operationId the business identity of a write; never an empty string
 * @param digest digest of the whole call, with every field its fingerprint may leave out: what a person approves
 * @param page which page it asks for; empty where its tool has no page contract
 * @param estimatedMicros what the agent expects it to cost, in millionths of the policy's currency unit
 */
public record Call(
        String tool,
        Kind kind,
        String fingerprint,
        String identityRule,
        Optional<String> operationId,
        String digest,
        Optional<Page> page,
        OptionalLong estimatedMicros) {

    /** A call that asks for no page and of whose cost the agent says nothing. */
    public Call(
            String tool,
            Kind kind,
            String fingerprint,
            String identityRule,
            Optional<String> operationId,
            String digest) {
        this(tool, kind, fingerprint, identityRule, operationId, digest, Optional.empty(), OptionalLong.empty());
    }

    /** The same, asking for a page. */
    public Call with(Page asked) {
        return new Call(
                tool, kind, fingerprint, identityRule, operationId, digest, Optional.of(asked), estimatedMicros);
    }

    /** The same, expected to cost so much. */
    public Call withEstimate(long micros) {
        return new Call(tool, kind, fingerprint, identityRule, operationId, digest, page, OptionalLong.of(micros));
    }
}
