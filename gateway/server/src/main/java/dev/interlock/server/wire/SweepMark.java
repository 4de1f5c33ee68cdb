package dev.interlock.server.wire;

import dev.interlock.core.fact.Stop;

/**
 * How far a stop has been carried to what was open when it came.
 *
 * @param stop the stop
 * @param cursor the last key handled; empty before the first
 */
public record SweepMark(Stop stop, String cursor) {
    /** The store's value. */
    public byte[] bytes() {
        return CoreJson.bytes(this);
    }

    /** Reads the store's value. */
    public static SweepMark read(byte[] bytes) {
        return CoreJson.read(bytes, SweepMark.class);
    }
}
