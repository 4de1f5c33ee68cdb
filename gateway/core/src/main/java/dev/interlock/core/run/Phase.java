package dev.interlock.core.run;

/** Where a run stands; design section 7. */
public enum Phase {
    /** Calls are judged. */
    OPEN,
    /** A person was asked; the clock stands still. */
    HELD,
    /** An operation is unknown: no new writes. */
    RECONCILING,
    /** It will end as decided; nothing more is let through. */
    ENDING,
    /** It has its terminal outcome. */
    ENDED
}
