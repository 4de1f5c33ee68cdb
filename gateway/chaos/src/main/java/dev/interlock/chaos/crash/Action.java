package dev.interlock.chaos.crash;

import java.util.Locale;

/** What happens when a point is reached. */
public enum Action {
    /** The process that reaches it is gone at once, as with SIGKILL. */
    KILL,
    /** The process that reaches it stops with SIGSTOP, and somebody lets it run on later. */
    FREEZE,
    /** The broker is gone at once, and whoever reached the point waits until somebody has started it again. */
    BROKER;

    /** As it is written. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
