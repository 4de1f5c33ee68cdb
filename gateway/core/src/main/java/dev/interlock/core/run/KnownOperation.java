package dev.interlock.core.run;

/**
 * What a run remembers of an operation it asked for.
 *
 * @param operationId the operation
 * @param tool its tool
 * @param fingerprint its call's fingerprint
 * @param identityRule the rule the fingerprint was made by
 * @param state where it stands as far as this run was told
 * @param epoch the epoch it was last told of
 */
public record KnownOperation(
        String operationId, String tool, String fingerprint, String identityRule, State state, int epoch) {

    /** Where an operation stands. */
    public enum State {
        IN_FLIGHT,
        COMMITTED,
        NOT_COMMITTED,
        UNKNOWN;

        /** The symbol written in records. */
        public String code() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }
}
