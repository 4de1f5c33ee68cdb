package dev.interlock.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import org.apache.avro.generic.GenericRecord;

/**
 * The reader and writer of one kind of record, in both formats. It checks fields, types and bounds against the schema
 * of the record and ignores fields the schema does not know. Safe for use by several threads.
 *
 * @param <T> the record
 */
public final class RecordCodec<T extends WireRecord> {
    /** Deeper than arbitrary JSON may nest, so that it is the field that is refused and not the record. */
    private static final int DOCUMENT_DEPTH = 8 * Limits.DEPTH;

    private final Class<T> type;
    private final RecordSchema schema;
    private final RecordShape shape;
    private final AvroBody avro;
    private final int maxBytes;

    private RecordCodec(Class<T> type, RecordSchema schema) {
        this.type = type;
        this.schema = schema;
        this.shape = Shapes.of(schema.current());
        this.avro = new AvroBody(schema);
        this.maxBytes = Shapes.maxBytes(schema.current());
    }

    /** The codec of a record. It loads the schemas, so keep it. */
    public static <T extends WireRecord> RecordCodec<T> of(Class<T> type) {
        return new RecordCodec<>(type, RecordSchema.load(name(type)));
    }

    /** The name of a record in the contract, such as {@code stage_request}. */
    static String name(Class<?> type) {
        return new PropertyNamingStrategies.SnakeCaseStrategy().translate(type.getSimpleName());
    }

    /**
     * Reads a record.
     *
     * @throws InvalidRecordException if it breaks a rule of the contract; {@link #peek} tells what is known all the same
     */
    public Decoded<T> decode(byte[] bytes) {
        Format format = Format.of(bytes);
        checkSize(bytes);
        JsonNode checked = switch (format) {
            case JSON -> shape.check(json(bytes), FieldPath.ROOT, Form.TREE);
            case AVRO -> shape.check(AvroTree.of(avro.read(bytes), FieldPath.ROOT), FieldPath.ROOT, Form.TEXT);
        };
        return new Decoded<>(Mapping.record(checked, type), format);
    }

    private static JsonNode json(byte[] bytes) {
        return StrictJson.parse(StrictText.decode(bytes, ""), DOCUMENT_DEPTH);
    }

    /**
     * Writes a record.
     *
     * @throws InvalidRecordException if a required part is null, a bound is broken or the whole is too large
     */
    public byte[] encode(T record, Format format) {
        JsonNode checked = shape.check(Mapping.MAPPER.valueToTree(record), FieldPath.ROOT, Form.TREE);
        byte[] bytes = switch (format) {
            case JSON -> Mapping.bytes(checked);
            case AVRO -> avro.write((GenericRecord) AvroTree.toAvro(checked, schema.current()));
        };
        checkSize(bytes);
        return bytes;
    }

    private void checkSize(byte[] bytes) {
        if (bytes.length > maxBytes) {
            throw new InvalidRecordException("", Rule.SIZE, bytes.length + " bytes");
        }
    }

    /**
     * SHA-256 of the canonical form of a record, in hex. It does not depend on the format the record was written in, so a
     * resend is recognised in either.
     *
     * @throws InvalidRecordException as {@link #encode}
     */
    public String digest(T record) {
        return Sha256.hex(CanonicalForm.of(json(encode(record, Format.JSON))));
    }

    /** What can be read of a record that {@link #decode} refuses. Never throws. */
    public Peek peek(byte[] bytes) {
        try {
            return switch (Format.of(bytes)) {
                case JSON -> Glance.atJson(bytes);
                case AVRO ->
                    avro.writtenWith(bytes)
                            .map(writer -> Glance.atAvro(bytes, writer))
                            .orElse(Peek.NOTHING);
            };
        } catch (InvalidRecordException e) {
            // Neither format: there is nothing to be seen.
            return Peek.NOTHING;
        }
    }
}
