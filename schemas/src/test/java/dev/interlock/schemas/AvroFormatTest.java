package dev.interlock.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.message.BinaryMessageEncoder;
import org.junit.jupiter.api.Test;

class AvroFormatTest {
    private static final RecordCodec<Result> RESULTS = RecordCodec.of(Result.class);
    private static final RecordCodec<Outcome> OUTCOMES = RecordCodec.of(Outcome.class);
    private static final Schema SCHEMA = RecordSchema.load("result").current();

    private static GenericRecordBuilder result() {
        return new GenericRecordBuilder(SCHEMA)
                .set("type", "result")
                .set("dispatch_id", "d")
                .set("run_id", "r")
                .set("worker_id", "w")
                .set("epoch", 1L);
    }

    private static byte[] written(GenericRecord record) throws IOException {
        return new BinaryMessageEncoder<GenericRecord>(GenericData.get(), record.getSchema())
                .encode(record)
                .array();
    }

    @Test
    void whatAvroItselfWrites_isRead() throws IOException {
        Result result = RESULTS.decode(
                        written(result().set("value", "{\"a\":1.50}").build()))
                .record();
        assertThat(result.value()).isEqualTo(Json.parse("{\"a\":1.5}"));
    }

    @Test
    void whatIsWritten_isWhatAvroItselfWrites() throws IOException {
        byte[] bytes = written(result().set("value", "[1]").build());
        assertThat(RESULTS.encode(RESULTS.decode(bytes).record(), Format.AVRO)).isEqualTo(bytes);
    }

    @Test
    void arbitraryJsonThatIsNone_isRefusedWithItsField() throws IOException {
        byte[] bytes =
                written(result().set("value", "{\"a\":{\"b\":1,\"b\":2}}").build());
        assertThatThrownBy(() -> RESULTS.decode(bytes))
                .hasMessage("Field value.a.b has the same key twice (duplicate_key): b");
    }

    @Test
    void aReceiptThatIsNoJson_isAFaultOfTheEvidence() throws IOException {
        Schema type = Shapes.present(SCHEMA.getField("evidence").schema());
        GenericRecord evidence =
                new GenericRecordBuilder(type).set("receipt", "{").build();
        Result result = RESULTS.decode(
                        written(result().set("evidence", evidence).build()))
                .record();
        assertThat(result.evidence().faults())
                .extracting(EvidenceFault::field, EvidenceFault::rule)
                .containsExactly(tuple("evidence.receipt", "syntax"));
    }

    @Test
    void anUnknownFingerprint_isRefused() throws IOException {
        byte[] bytes = written(result().build());
        bytes[2] ^= 1;
        assertThatThrownBy(() -> RESULTS.decode(bytes)).hasMessageContaining("(unknown_schema): fingerprint");
    }

    @Test
    void aRecordOfAnotherKind_isRefused() {
        Scope scope = new Scope("all", null);
        byte[] bytes = RecordCodec.of(LedgerStop.class)
                .encode(new LedgerStop(scope, "stopped", 1, "c", "b", "x", 0), Format.AVRO);
        assertThatThrownBy(() -> RESULTS.decode(bytes)).hasMessageContaining("(unknown_schema)");
    }

    @Test
    void everyTruncation_isRefused() throws IOException {
        byte[] bytes = written(result().set("value", "{\"a\":1}").build());
        for (int length = 2; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> RESULTS.decode(cut)).isInstanceOf(InvalidRecordException.class);
        }
    }

    @Test
    void contentBehindTheBody_isRefused() throws IOException {
        byte[] bytes = written(result().build());
        assertThatThrownBy(() -> RESULTS.decode(Arrays.copyOf(bytes, bytes.length + 1)))
                .hasMessageContaining("(trailing_content)");
    }

    @Test
    void aLengthThatIsNotThere_isRefusedWithoutMakingRoomForIt() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(written(result().build()), 0, 10);
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
        encoder.writeLong(Integer.MAX_VALUE - 100);
        assertThatThrownBy(() -> RESULTS.decode(out.toByteArray())).hasMessageContaining("(avro)");
    }

    @Test
    void anyByteChanged_isReadOrRefusedButNeverFailsOtherwise() {
        byte[] bytes = OUTCOMES.encode(new Samples(7, true).record(Outcome.class), Format.AVRO);
        for (int at = 0; at < bytes.length; at++) {
            for (int value : new int[] {0, 1, 2, 0x7F, 0x80, 0xFE, 0xFF}) {
                byte[] changed = bytes.clone();
                changed[at] = (byte) value;
                readOrRefuse(changed);
                OUTCOMES.peek(changed);
            }
        }
    }

    private static void readOrRefuse(byte[] bytes) {
        try {
            assertThat(OUTCOMES.decode(bytes).format()).isEqualTo(Format.AVRO);
        } catch (InvalidRecordException e) {
            assertThat(e.rule()).isNotNull();
        }
    }
}
