package dev.interlock.server.stream;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Bytes;

/**
 * Keys of things that belong to a run or operation: a tag, the owner's length, the owner, the thing's name. The length
 * keeps one owner's keys apart from those of an owner whose id begins alike.
 */
final class OwnedKey {
    private OwnedKey() {}

    static Bytes of(byte tag, String owner, String name) {
        return Bytes.wrap(bytes(tag, owner, name));
    }

    static byte[] bytes(byte tag, String owner, String name) {
        byte[] ownerBytes = owner.getBytes(StandardCharsets.UTF_8);
        byte[] nameBytes = name.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(5 + ownerBytes.length + nameBytes.length)
                .put(tag)
                .putInt(ownerBytes.length)
                .put(ownerBytes)
                .put(nameBytes)
                .array();
    }
}
