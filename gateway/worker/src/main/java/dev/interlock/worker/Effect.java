package dev.interlock.worker;

import java.util.Locale;

/** What happened to the outside world, as the system of record shows it. */
public enum Effect {
    /** Nothing, because the call only looks. */
    NONE,
    /** The write happened. */
    COMMITTED,
    /** The write did not happen, and cannot happen any more on account of this dispatch. */
    NOT_COMMITTED,
    /** Nobody knows. */
    UNKNOWN;

    /** The symbol written in records. */
    String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
