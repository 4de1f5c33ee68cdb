package dev.interlock.core.fact;

import java.util.Optional;

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
 */
public record Call(
        String tool,
        Kind kind,
        String fingerprint,
        String identityRule,
        Optional<String> operationId,
        String digest,
        Optional<Page> page) {

    /** A call that asks for no page. */
    public Call(
            String tool,
            Kind kind,
            String fingerprint,
            String identityRule,
            Optional<String> operationId,
            String digest) {
        this(tool, kind, fingerprint, identityRule, operationId, digest, Optional.empty());
    }
}
