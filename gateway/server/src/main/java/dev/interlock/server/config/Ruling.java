package dev.interlock.server.config;

import dev.interlock.core.policy.Policy;
import dev.interlock.policy.form.PolicyCodec;

/**
 * A policy with the hash that names it.
 *
 * @param policy the policy
 * @param hash SHA-256 of its canonical form, in hex
 */
public record Ruling(Policy policy, String hash) {
    /** A policy under its own hash. */
    public static Ruling of(Policy policy) {
        return new Ruling(policy, PolicyCodec.hash(policy));
    }
}
