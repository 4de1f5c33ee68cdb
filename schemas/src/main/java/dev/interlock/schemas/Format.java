package dev.interlock.schemas;

import java.util.HexFormat;

/** The encoding of a record on a topic, told by its first bytes. */
public enum Format {
    /** A JSON object with the field names of the Avro schema. */
    JSON,
    /** Avro single-object encoding: {@code C3 01}, the fingerprint of the writer's schema, the binary body. */
    AVRO;

    private static final int SHOWN = 8;

    /**
     * The format that the first bytes say.
     *
     * @throws InvalidRecordException if they say neither
     */
    public static Format of(byte[] bytes) {
        if (bytes == null || bytes.length == 0) {
            throw new InvalidRecordException("", Rule.FORMAT, bytes == null ? "no value" : "empty value");
        }
        if (startsAsJson(bytes[0])) {
            return JSON;
        }
        if (bytes.length > 1 && bytes[0] == (byte) 0xC3 && bytes[1] == 0x01) {
            return AVRO;
        }
        String start = HexFormat.ofDelimiter(" ").formatHex(bytes, 0, Math.min(bytes.length, SHOWN));
        throw new InvalidRecordException("", Rule.FORMAT, "bytes " + start);
    }

    private static boolean startsAsJson(byte first) {
        return first == '{' || first == ' ' || first == '\t' || first == '\n' || first == '\r';
    }
}
