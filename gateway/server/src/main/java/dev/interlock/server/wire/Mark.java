package dev.interlock.server.wire;

import java.nio.ByteBuffer;

/**
 * Up to where a partition of a topic was taken up.
 *
 * @param offset of the last record that was
 * @param appendedAtMs when the broker took that record in
 */
public record Mark(long offset, long appendedAtMs) {
    /** The mark at a record. */
    public static Mark at(Arrival arrival) {
        return new Mark(arrival.position().offset(), arrival.appendedAtMs());
    }

    /** A mark as {@link #bytes()} wrote it. */
    public static Mark read(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new Mark(buffer.getLong(), buffer.getLong());
    }

    /**
     * Whether a record of the same partition was taken up: it stands no further and came no later. In a topic that was
     * deleted and created again, or that lost its end, a new record may stand where an old one stood; it came later.
     */
    public boolean covers(Arrival arrival) {
        return arrival.position().offset() <= offset && arrival.appendedAtMs() <= appendedAtMs;
    }

    /** As it is stored. */
    public byte[] bytes() {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(offset)
                .putLong(appendedAtMs)
                .array();
    }
}
