package dev.interlock.policy.contract;

import java.util.Locale;

/**
 * A rule about calls.
 *
 * @param name its name, unique in a policy
 * @param when the CEL expression that says whether it applies to a call
 * @param then what follows
 * @param reason what the agent is told
 */
public record Rule(String name, String when, Then then, String reason) {
    /** The most rules of one policy: each is evaluated at each call. */
    public static final int MOST = 100;

    /** What follows when a rule applies; the first is the strongest. */
    public enum Then {
        /** The call is denied. */
        DENY,
        /** A person is asked. */
        HOLD,
        /** It is journaled. */
        OBSERVE;

        /** The symbol written in policies. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
