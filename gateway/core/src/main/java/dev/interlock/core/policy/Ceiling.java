package dev.interlock.core.policy;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A ceiling of a run that is used up as the run goes on. How many calls may be open at one time is none of these. */
public enum Ceiling {
    TURNS,
    CALLS,
    MODEL_CALLS,
    WALL_CLOCK_MS,
    RETRIES,
    HANDOFFS,
    DENIALS,
    COST_MICROS;

    /** Its name in a policy. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The ceiling of that name in a policy. */
    public static Optional<Ceiling> named(String code) {
        return Arrays.stream(values()).filter(c -> c.code().equals(code)).findFirst();
    }
}
