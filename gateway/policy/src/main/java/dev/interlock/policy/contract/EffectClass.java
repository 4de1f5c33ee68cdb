package dev.interlock.policy.contract;

import dev.interlock.core.fact.Kind;
import java.util.Locale;

/** What a tool does to the world, and so as which kinds its calls may be proposed. */
public enum EffectClass {
    /** It changes nothing; a call of it may cost money. */
    READ,
    /** Doing it twice is as doing it once. */
    IDEMPOTENT_WRITE,
    /** The receiver tells repetitions by a key. */
    KEYED_WRITE,
    /** It cannot be taken back, and the receiver knows no repetitions. */
    IRREVERSIBLE;

    /** The symbol written in policies. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Whether a call may be proposed as this kind. A write proposed as a read would pass by the operation stage, which
     * alone keeps it from being done twice.
     */
    boolean fits(Kind kind) {
        return (this == READ) == (kind != Kind.WRITE);
    }

    /** The kinds that fit, in words. */
    String kinds() {
        return this == READ ? "read or model" : "write";
    }
}
