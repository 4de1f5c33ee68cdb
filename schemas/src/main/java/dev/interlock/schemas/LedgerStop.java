package dev.interlock.schemas;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * The shared stop flag of one scope.
 *
 * @param scope what it applies to
 * @param state whether the scope is stopped
 * @param version rises with each change
 * @param controlId the control record that set it
 * @param by who did
 * @param reason why
 * @param atMs when it took effect, by the clock of the gateway. Milliseconds since the epoch
 */
@RecordBuilder
public record LedgerStop(Scope scope, String state, long version, String controlId, String by, String reason, long atMs)
        implements WireRecord {}
