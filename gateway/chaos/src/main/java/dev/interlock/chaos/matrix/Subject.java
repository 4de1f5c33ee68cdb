package dev.interlock.chaos.matrix;

import java.util.Locale;

/** The call whose life a cell disturbs. */
public enum Subject {
    /** A read. */
    READ,
    /** A write of a tool that nobody can ask what became of it. */
    WRITE,
    /** A write of a tool that can be asked. */
    ASKED,
    /** A write of a tool that no worker has. */
    UNHEARD,
    /** A write that is proposed when its agent has been stopped; the stop is what is disturbed. */
    STOPPED;

    static Subject of(String code) {
        return valueOf(code.toUpperCase(Locale.ROOT));
    }

    /** As the table writes it. */
    String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
