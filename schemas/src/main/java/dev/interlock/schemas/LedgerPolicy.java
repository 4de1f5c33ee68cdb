package dev.interlock.schemas;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * A published policy. Its hash is the key.
 *
 * @param policyHash SHA-256 of the canonical form of the policy, in hex
 * @param policy the policy
 * @param controlId the control record that published it; absent for one from the configuration; may be null
 * @param by who published it
 * @param reason why
 * @param atMs when it took effect, by the clock of the gateway. Milliseconds since the epoch
 */
@RecordBuilder
public record LedgerPolicy(String policyHash, Json policy, String controlId, String by, String reason, long atMs)
        implements WireRecord {}
