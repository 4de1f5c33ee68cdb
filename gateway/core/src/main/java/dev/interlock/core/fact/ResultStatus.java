package dev.interlock.core.fact;

/** How a tool call went, as its worker reports it. */
public enum ResultStatus {
    OK,
    RETRYABLE,
    FATAL,
    PERMISSION_DENIED,
    POLICY_BLOCKED,
    HUMAN_REQUIRED,
    /** A symbol that is not in the list. */
    UNRECOGNISED
}
