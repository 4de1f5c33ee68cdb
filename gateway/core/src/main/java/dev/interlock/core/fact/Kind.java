package dev.interlock.core.fact;

/** What a call does: looks, changes something, or asks a paid model. */
public enum Kind {
    READ,
    WRITE,
    MODEL;

    /** The symbol written in records. */
    public String code() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
