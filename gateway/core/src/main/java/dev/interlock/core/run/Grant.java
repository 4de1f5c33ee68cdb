package dev.interlock.core.run;

import dev.interlock.core.policy.Ceiling;
import java.util.List;

/**
 * A finite rise of ceilings that somebody decided.
 *
 * @param controlId the command; it is applied once
 * @param by who decided
 * @param reason why
 * @param rises what is added
 */
public record Grant(String controlId, String by, String reason, List<Rise> rises) {
    public Grant {
        rises = List.copyOf(rises);
    }

    /**
     * What is added to one ceiling.
     *
     * @param ceiling the ceiling
     * @param amount how much, at least 1, in the unit of the ceiling
     */
    public record Rise(Ceiling ceiling, long amount) {
        public Rise {
            if (amount < 1) {
                throw new IllegalArgumentException(ceiling.code() + ": must rise by at least 1, was " + amount);
            }
        }
    }
}
