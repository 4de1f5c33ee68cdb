package dev.interlock.schemas;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * A policy: under its hash as its text, under those it was published for as what their new runs are held to.
 *
 * @param policyHash SHA-256 of the canonical form of the policy, in hex
 * @param policy the policy
 * @param controlId the control record that published it; absent for one from the configuration; may be null
 * @param by who published it
 * @param reason why
 * @param scope whom it was published for: agents by a pattern, or all that nothing else names. Absent where its hash is
 *     the key; may be null
 * @param atMs when it took effect, by the clock of the gateway. Milliseconds since the epoch
 */
@RecordBuilder
public record LedgerPolicy(
        String policyHash, Json policy, String controlId, String by, String reason, Scope scope, long atMs)
        implements WireRecord {}
