package dev.interlock.core.fact;

import dev.interlock.core.outcome.Reason;

/**
 * What is wrong with an input.
 *
 * @param reason the reason a call with this fault is denied for
 * @param field the field, as a path
 * @param rule what the field must be
 * @param value what it was, shortened
 */
public record Fault(Reason reason, String field, String rule, String value) {}
