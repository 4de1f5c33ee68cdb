package dev.interlock.server.stream;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;

/**
 * Which partition a key belongs to, by the Java client's own rule. Clients in other languages may have another.
 *
 * @param count partitions of every topic the stages read and write
 */
record Partitions(int count) {
    int of(byte[] key) {
        return Utils.toPositive(Utils.murmur2(key)) % count;
    }

    int of(String key) {
        return of(key.getBytes(StandardCharsets.UTF_8));
    }

    /** A key that starts with {@code name} and belongs to a partition: what a task writes to itself is keyed like all else. */
    String keyOn(int partition, String name) {
        for (int salt = 0; ; salt++) {
            String key = name + ":" + salt;
            if (of(key) == partition) {
                return key;
            }
        }
    }
}
