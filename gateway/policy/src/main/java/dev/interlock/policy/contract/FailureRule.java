package dev.interlock.policy.contract;

import dev.interlock.core.fact.ToolError;

/**
 * By what a result that calls itself ok is told to be a failure.
 *
 * @param when the CEL expression over the value that says so
 * @param kind whether trying again can help
 * @param code the failure's code
 */
public record FailureRule(String when, ToolError.Kind kind, String code) {}
