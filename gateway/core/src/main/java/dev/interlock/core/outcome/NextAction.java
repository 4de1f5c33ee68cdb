package dev.interlock.core.outcome;

/** What may be done after a terminal outcome. An agent may take none of them by itself but the ones listed. */
public enum NextAction {
    NONE,
    RESUME_AFTER_CHANGE,
    HUMAN_REVIEW,
    QUERY_OPERATION_STATUS,
    /** Say what there is, by one call of a model: nothing else is let through any more. */
    LAST_MODEL_CALL;

    /** The symbol written in records. */
    public String code() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
