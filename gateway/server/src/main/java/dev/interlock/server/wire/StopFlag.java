package dev.interlock.server.wire;

import dev.interlock.core.fact.Stop;

/**
 * What a task knows of one scope.
 *
 * @param stop the scope and the control record that set or lifted it
 * @param inForce whether the scope is stopped
 * @param version rises with each change
 */
public record StopFlag(Stop stop, boolean inForce, long version) {
    /** The store's value. */
    public byte[] bytes() {
        return CoreJson.bytes(this);
    }

    /** Reads the store's value. */
    public static StopFlag read(byte[] bytes) {
        return CoreJson.read(bytes, StopFlag.class);
    }
}
