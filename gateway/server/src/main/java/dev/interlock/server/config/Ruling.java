package dev.interlock.server.config;

import dev.interlock.core.policy.Policy;
import dev.interlock.policy.contract.Contracts;
import dev.interlock.policy.contract.PolicyDocument;

/**
 * A policy with the hash that names it, ready to be held against calls.
 *
 * @param contracts what it says, compiled
 * @param hash SHA-256 of its canonical form, in hex
 */
public record Ruling(Contracts contracts, String hash) {
    /** A policy under its own hash. */
    public static Ruling of(PolicyDocument document) {
        return new Ruling(document.contracts(), document.hash());
    }

    /** A policy of which all is decided in the core. */
    public static Ruling of(Policy policy) {
        return of(PolicyDocument.of(policy));
    }

    /** All it says. */
    public PolicyDocument document() {
        return contracts.document();
    }

    /** What the core decides by. */
    public Policy policy() {
        return document().policy();
    }
}
