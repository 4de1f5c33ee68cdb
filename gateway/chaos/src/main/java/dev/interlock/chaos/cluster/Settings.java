package dev.interlock.chaos.cluster;

import java.time.Duration;

/**
 * What the gateways of a test are configured with.
 *
 * @param session how long a gateway may be silent before its partitions go to another
 * @param policies the part of the configuration file about policies
 */
public record Settings(Duration session, String policies) {
    /**
     * A day for everything: nothing of a run depends on how long a gateway is down. Agents named {@code strict-*} are held
     * to the strict policy, {@code capped-*} to five calls, all others to the balanced one.
     */
    public static Settings timeless() {
        return new Settings(Duration.ofSeconds(6), """
            policies:
              long-balanced:
                extends: balanced
                ceilings: {wall_clock_ms: 86400000}
                fallback: {timeout_ms: 3600000, max_timeout_ms: 3600000}
              long-strict:
                extends: strict
                ceilings: {wall_clock_ms: 86400000}
                fallback: {timeout_ms: 3600000, max_timeout_ms: 3600000}
              capped:
                extends: long-strict
                ceilings: {calls: 5}
            assign:
              - {agent: strict-*, policy: long-strict}
              - {agent: capped-*, policy: capped}
            default_policy: long-balanced
            """);
    }

    /**
     * The balanced policy with a timeout for each call.
     *
     * @param timeout how long a result is waited for
     */
    public static Settings impatient(Duration timeout) {
        return new Settings(Duration.ofSeconds(6), """
            policies:
              impatient:
                extends: balanced
                fallback: {timeout_ms: %d, max_timeout_ms: %d, skew_ms: 100, settle_delay_ms: 100}
            default_policy: impatient
            """.formatted(timeout.toMillis(), timeout.toMillis()));
    }

    /** The same with another wait for a silent gateway. */
    public Settings withSession(Duration changed) {
        return new Settings(changed, policies);
    }

    /** The same with other policies. */
    public Settings withPolicies(String changed) {
        return new Settings(session, changed);
    }
}
