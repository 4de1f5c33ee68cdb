package dev.interlock.server.wire;

import dev.interlock.core.fact.Stop;

/**
 * How far a stop has been carried to what was open when it came.
 *
 * @param stop the stop
 * @param cursor the last key handled; empty before the first
 */
public record SweepMark(Stop stop, String cursor) {
    /** What tells it from others: a scope is swept for its latest stop only, and one command may stop several scopes. */
    public String name() {
        return stop.scope().code() + ":" + stop.id();
    }

    /** The store's value. */
    public byte[] bytes() {
        return CoreJson.bytes(this);
    }

    /** Reads the store's value. */
    public static SweepMark read(byte[] bytes) {
        return CoreJson.read(bytes, SweepMark.class);
    }
}
