package dev.interlock.schemas;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;

/** Files of records as they stand on topics, in Avro's own container format, which any Avro library reads. */
public final class AvroFile {
    private static final int FASTEST = 1;

    private static final Schema SCHEMA = new Schema.Parser().parse("""
        {"type": "record", "name": "stored_record", "namespace": "dev.interlock", "fields": [
          {"name": "offset", "type": "long"},
          {"name": "timestamp_ms", "type": "long"},
          {"name": "key", "type": ["null", "bytes"]},
          {"name": "value", "type": ["null", "bytes"]},
          {"name": "headers", "type": {"type": "array", "items": {"type": "record", "name": "stored_header", "fields": [
            {"name": "name", "type": "string"},
            {"name": "value", "type": ["null", "bytes"]}
          ]}}}
        ]}\
        """);

    private static final Schema HEADER = SCHEMA.getField("headers").schema().getElementType();

    private AvroFile() {}

    /**
     * A record as it stands in a partition.
     *
     * @param offset its offset
     * @param timestampMs when the broker took it in. Milliseconds since the epoch
     * @param key its key; may be null
     * @param value its value; may be null
     * @param headers its headers, in order
     */
    public record Stored(long offset, long timestampMs, byte[] key, byte[] value, List<StoredHeader> headers) {
        public Stored {
            headers = List.copyOf(headers);
        }
    }

    /**
     * A header of a record.
     *
     * @param name its name
     * @param value its value; may be null
     */
    public record StoredHeader(String name, byte[] value) {}

    /** Writes a file. Closing it closes what it writes to. */
    public static final class Writer implements AutoCloseable {
        private final DataFileWriter<GenericRecord> file;

        /** A file with no record yet. */
        public Writer(OutputStream out) throws IOException {
            file = new DataFileWriter<GenericRecord>(new GenericDatumWriter<>(SCHEMA))
                    .setCodec(CodecFactory.deflateCodec(FASTEST))
                    .create(SCHEMA, out);
        }

        /** Adds a record. */
        public void write(Stored stored) throws IOException {
            GenericRecord record = new GenericData.Record(SCHEMA);
            record.put("offset", stored.offset());
            record.put("timestamp_ms", stored.timestampMs());
            record.put("key", buffer(stored.key()));
            record.put("value", buffer(stored.value()));
            List<GenericRecord> headers = new ArrayList<>();
            for (StoredHeader header : stored.headers()) {
                GenericRecord each = new GenericData.Record(HEADER);
                each.put("name", header.name());
                each.put("value", buffer(header.value()));
                headers.add(each);
            }
            record.put("headers", headers);
            file.append(record);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    /**
     * Reads all records of a file, in order.
     *
     * @throws IOException if it is no such file
     */
    public static void read(InputStream in, Consumer<Stored> sink) throws IOException {
        try (DataFileStream<GenericRecord> file = new DataFileStream<>(in, new GenericDatumReader<>(null, SCHEMA))) {
            while (file.hasNext()) {
                GenericRecord record = file.next();
                List<StoredHeader> headers = new ArrayList<>();
                for (Object each : (List<?>) record.get("headers")) {
                    GenericRecord header = (GenericRecord) each;
                    headers.add(new StoredHeader(header.get("name").toString(), bytes(header.get("value"))));
                }
                sink.accept(new Stored(
                        (Long) record.get("offset"),
                        (Long) record.get("timestamp_ms"),
                        bytes(record.get("key")),
                        bytes(record.get("value")),
                        headers));
            }
        }
    }

    private static ByteBuffer buffer(byte[] bytes) {
        return bytes == null ? null : ByteBuffer.wrap(bytes);
    }

    private static byte[] bytes(Object buffer) {
        if (buffer == null) {
            return null;
        }
        ByteBuffer view = ((ByteBuffer) buffer).duplicate();
        byte[] bytes = new byte[view.remaining()];
        view.get(bytes);
        return bytes;
    }
}
