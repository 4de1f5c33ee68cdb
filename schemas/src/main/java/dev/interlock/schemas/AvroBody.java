package dev.interlock.schemas;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

/** Avro single-object encoding of one kind of record: marker, fingerprint, body, and nothing behind it. */
final class AvroBody {
    private static final int HEADER = 10;
    private static final short MARKER = (short) 0xC301;

    private final RecordSchema schema;
    private final Map<Long, GenericDatumReader<GenericRecord>> readers;
    private final GenericDatumWriter<GenericRecord> writer;
    private final byte[] header;

    AvroBody(RecordSchema schema) {
        this.schema = schema;
        this.readers = schema.readable().entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, entry -> new GenericDatumReader<>(entry.getValue(), schema.current())));
        this.writer = new GenericDatumWriter<>(schema.current());
        this.header = ByteBuffer.allocate(HEADER)
                .putShort(MARKER)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(RecordSchema.fingerprint(schema.current()))
                .array();
    }

    GenericRecord read(byte[] bytes) {
        GenericDatumReader<GenericRecord> reader = look(bytes, readers::get).orElseThrow(() -> unknownSchema(bytes));
        BinaryDecoder body = body(bytes);
        try {
            GenericRecord record = reader.read(null, body);
            if (!body.isEnd()) {
                throw new InvalidRecordException("", Rule.TRAILING_CONTENT, "bytes behind the Avro body");
            }
            return record;
        } catch (InvalidRecordException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            // The decoder reports malformed bytes by half a dozen unrelated exceptions.
            throw new InvalidRecordException("", Rule.AVRO, String.valueOf(e.getMessage()), e);
        }
    }

    byte[] write(GenericRecord record) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(header);
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
        try {
            writer.write(record, encoder);
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("Writing to memory failed", e);
        }
        return out.toByteArray();
    }

    /** The schema a record was written with, if it is a known one. */
    Optional<Schema> writtenWith(byte[] bytes) {
        return look(bytes, schema.readable()::get);
    }

    static BinaryDecoder body(byte[] bytes) {
        return DecoderFactory.get().binaryDecoder(bytes, HEADER, bytes.length - HEADER, null);
    }

    private static <T> Optional<T> look(byte[] bytes, Function<Long, T> byFingerprint) {
        if (bytes.length < HEADER) {
            return Optional.empty();
        }
        long fingerprint = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(Short.BYTES);
        return Optional.ofNullable(byFingerprint.apply(fingerprint));
    }

    private static InvalidRecordException unknownSchema(byte[] bytes) {
        int end = Math.min(bytes.length, HEADER);
        return new InvalidRecordException(
                "", Rule.UNKNOWN_SCHEMA, "fingerprint " + HexFormat.of().formatHex(bytes, Short.BYTES, end));
    }
}
