package dev.interlock.server.wire;

import dev.interlock.schemas.ChainHead;

/**
 * Where a journal chain stands.
 *
 * @param seq number of its newest entry; 0 before the first
 * @param hash hash of that entry, in hex; 64 zeros before the first
 * @param atMs when that entry's input was taken up; time never goes back in a chain
 */
public record ChainPosition(long seq, String hash, long atMs) {
    /** A chain without entries. */
    public static final ChainPosition START = new ChainPosition(0, "0".repeat(64), 0);

    /** The position as messages between the stages carry it. */
    public ChainHead head(String chain) {
        return new ChainHead(chain, seq, hash);
    }

    /** The store's value, where the position is all that is stored. */
    public byte[] bytes() {
        return CoreJson.bytes(this);
    }

    /** Reads the store's value; {@link #START} where nothing is stored. */
    public static ChainPosition read(byte[] bytes) {
        return bytes == null ? START : CoreJson.read(bytes, ChainPosition.class);
    }
}
