package dev.interlock.core.run;

/**
 * How the calls of one tool went in a run, as far as they came to an end: what rules about the order of calls look at.
 *
 * @param succeeded how many did what they were to do
 * @param failed how many did not
 * @param unknown of how many nobody knows
 * @param last how the last to end went
 */
public record Went(int succeeded, int failed, int unknown, How last) {

    /** How a call went. */
    public enum How {
        /** It did what it was to do. */
        SUCCEEDED,
        /** It did not. */
        FAILED,
        /** Nobody knows what it did. */
        UNKNOWN
    }

    static final Went NEVER = new Went(0, 0, 0, How.UNKNOWN);

    Went and(How how) {
        return switch (how) {
            case SUCCEEDED -> new Went(succeeded + 1, failed, unknown, how);
            case FAILED -> new Went(succeeded, failed + 1, unknown, how);
            case UNKNOWN -> new Went(succeeded, failed, unknown + 1, how);
        };
    }

    /** The same once it is known of a call of which nobody knew. */
    Went found(How how) {
        return new Went(succeeded, failed, Math.max(0, unknown - 1), last).and(how);
    }
}
