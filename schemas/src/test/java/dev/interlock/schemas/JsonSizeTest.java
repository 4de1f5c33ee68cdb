package dev.interlock.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A value that looks small in one form and is large in the other counts as large: both are written somewhere. */
class JsonSizeTest {
    private static final String LONG_ONE = "1." + "0".repeat(Limits.NUMBER_DIGITS - 1);

    /** An array of numbers that takes about 600 KB as it came. */
    private static String array(String number) {
        int count = 600_000 / (number.length() + 1);
        return "[" + (number + ",").repeat(count - 1) + number + "]";
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1.000, 5", "1e20, 21", "-1.50, 5", "1e-6, 8", "'\"é\"', 4", "'{ \"a\" : [ ] }', 8"})
    void theSize_isThatOfTheLargerForm(String json, int size) {
        assertThat(Json.parse(json).size()).isEqualTo(size);
    }

    @Test
    void aNumberPaddedWithZeros_doesNotHideTheSizeOfArgsAndValue() {
        Json padded = Json.parse(array(LONG_ONE));
        assertThat(padded.canonical().length()).isLessThan(Limits.RECEIPT_BYTES);
        assertThat(padded.size()).isGreaterThan(Limits.ARGS_BYTES).isGreaterThan(Limits.VALUE_BYTES);
    }

    @Test
    void aReceiptPaddedWithZeros_isAFaultOfTheEvidence() {
        String result = "{\"type\":\"result\",\"dispatch_id\":\"d\",\"run_id\":\"r\",\"status\":\"ok\","
                + "\"attempt\":1,\"epoch\":0,\"worker_id\":\"w\",\"evidence\":{\"receipt\":" + array(LONG_ONE) + "}}";
        Evidence evidence = RecordCodec.of(Result.class)
                .decode(result.getBytes(StandardCharsets.UTF_8))
                .record()
                .evidence();
        assertThat(evidence.receipt()).isNull();
        assertThat(evidence.faults()).extracting(EvidenceFault::rule).containsExactly("size");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e-6", "1e9", "1e20", "1E-05", "0e9"})
    void aCommandWithNumbersThatGrowWhenWritten_isRouted(String number) {
        int fit = (Limits.INPUT_BYTES - 1024) / (number.length() + 1);
        String policy = "[" + (number + ",").repeat(fit - 1) + number + "]";
        String text = "{\"type\":\"stop\",\"control_id\":\"c\",\"by\":\"b\",\"reason\":\"x\","
                + "\"scope\":{\"kind\":\"all\"},\"policy\":" + policy + "}";
        Control control = RecordCodec.of(Control.class)
                .decode(text.getBytes(StandardCharsets.UTF_8))
                .record();
        RecordCodec<StageControl> passedOn = RecordCodec.of(StageControl.class);
        StageControl routed = new StageControl(control, new Position("t", 0, 0), 0);
        for (Format format : Format.values()) {
            assertThat(passedOn.decode(passedOn.encode(routed, format)).record().control())
                    .isEqualTo(control);
        }
    }
}
