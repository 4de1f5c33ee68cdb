package dev.interlock.core.outcome;

/** How a run ended, in one word. Closed list; design section 7. */
public enum Status {
    COMPLETED,
    PARTIAL,
    STOPPED,
    NEEDS_RECONCILIATION,
    NEEDS_HUMAN;

    /** The symbol written in records. */
    public String code() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
