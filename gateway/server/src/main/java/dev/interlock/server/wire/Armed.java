package dev.interlock.server.wire;

import dev.interlock.schemas.Due;

/**
 * A time that is waited for.
 *
 * @param owner the run or operation that waits
 * @param due the record that will tell it
 * @param version the version an operation's horizon was set for; 0 for everything else
 */
public record Armed(String owner, Due due, long version) {
    /** The store's value. */
    public byte[] bytes() {
        return CoreJson.bytes(this);
    }

    /** Reads the store's value. */
    public static Armed read(byte[] bytes) {
        return CoreJson.read(bytes, Armed.class);
    }

    /** What tells it apart from the owner's other times: one of a name is armed at a time. */
    public String name() {
        return name(due);
    }

    /** The name of the time a due record is about. */
    public static String name(Due due) {
        return due.kind() + ":" + due.key();
    }
}
