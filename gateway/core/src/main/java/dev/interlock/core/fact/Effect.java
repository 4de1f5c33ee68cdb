package dev.interlock.core.fact;

/** What a result says happened outside. */
public enum Effect {
    NONE,
    COMMITTED,
    NOT_COMMITTED,
    UNKNOWN
}
