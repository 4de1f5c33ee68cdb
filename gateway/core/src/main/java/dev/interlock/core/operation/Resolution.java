package dev.interlock.core.operation;

import dev.interlock.core.fact.Value;
import java.util.OptionalLong;

/**
 * What an operator says became of an operation.
 *
 * @param controlId the command
 * @param by the operator
 * @param reason how the operator knows
 * @param found committed or not committed; whatever else it is, is refused
 * @param expectVersion the version of the operation the operator saw
 * @param observedAtMs when the operator looked; empty when that was not said
 * @param value what the tool would have returned
 * @param digest digest of the whole finding, by which it can be found again
 * @param appendedAtMs when the broker took the command in
 */
public record Resolution(
        String controlId,
        String by,
        String reason,
        Operation.State found,
        long expectVersion,
        OptionalLong observedAtMs,
        Value value,
        String digest,
        long appendedAtMs) {}
