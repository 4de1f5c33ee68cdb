package dev.interlock.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.CallError;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Result;
import dev.interlock.schemas.ResultBuilder;
import dev.interlock.schemas.Rule;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What of a result goes out: all of it as long as the wire carries it, and otherwise what became of the write. */
class ReportsTest {
    /** What a record may have, less room for the rest of it. */
    private static final int MOST_VALUE_BYTES = (768 - 64) * 1024;

    private static final InvalidRecordException BROKEN =
            new InvalidRecordException("error.code", Rule.LENGTH, "secret");

    private final RecordCodec<Result> codec = RecordCodec.of(Result.class);
    private final TimeSource time = TimeSource.system();
    private final Reports reports = new Reports("w".repeat(256), time.wall(), new Redaction(UnaryOperator.identity()));
    private final Delivery delivery = new Delivery(
            GatewayStandIn.write("d-1", "tool", "op-1", 1),
            new OwnedPartition(new TopicPartition("dispatches", 0), false, time.start()),
            0,
            Countdown.since(0, 0, time));

    private Result returned(ToolOutput output) {
        return reports.returned(delivery, output, Verified.committed(1, false, "r".repeat(16 * 1024 - 2)));
    }

    private Result sent(Result result, Format format) {
        return codec.decode(codec.encode(result, format)).record();
    }

    private static ToolOutput failed(String text) {
        CallError error = new CallError(text, text, text, text, text, text);
        return new ToolOutput(ToolStatus.FATAL, null, null, error, null, null, null);
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void largestValue_goesOutWhole_withTheLargestReceiptAndErrorBesideIt(Format format) {
        Json value = Json.of("x".repeat(MOST_VALUE_BYTES - 2));
        CallError error = failed("\u0001😀".repeat(10_000)).error();

        Result result = sent(returned(new ToolOutput(ToolStatus.OK, value, null, error, 1L, 1, 1L)), format);

        assertThat(result.value()).isEqualTo(value);
        assertThat(result.valueTruncated()).isFalse();
        assertProven(result);
    }

    @Test
    void valueThatIsTooLarge_isReplacedByItsDigest_withEffectAndEvidenceKept() {
        Json value = Json.of("x".repeat(MOST_VALUE_BYTES - 1));

        Result result = sent(returned(ToolOutput.ok(value)), Format.JSON);

        assertThat(result.value()).isNull();
        assertThat(result.valueTruncated()).isTrue();
        assertThat(result.valueDigest()).isEqualTo(value.digest());
        assertProven(result);
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void errorTextsOverTheLimit_areShortened(Format format) {
        CallError error = sent(returned(failed("x".repeat(300))), format).error();

        String shortened = "x".repeat(255) + "…";
        assertThat(error)
                .extracting(CallError::errorClass, CallError::code, CallError::field, CallError::rule)
                .containsOnly(shortened);
    }

    @Test
    void errorTextsThatGrowWhenRedacted_areShortened() {
        Result result = sent(returned(failed("token=a ".repeat(30))), Format.JSON);

        assertThat(result.error().code()).startsWith("token=*** token=***").hasSize(256);
    }

    @Test
    void remainder_keepsStatusEffectAndEvidence_andSaysWhatIsLeftOut() {
        Json value = Json.of("sent");
        Result whole = returned(ToolOutput.ok(value).withAdapterAttempts(3));

        Result rest = sent(Remainder.of(whole, BROKEN), Format.JSON);

        assertThat(rest.status()).isEqualTo("ok");
        assertProven(rest);
        assertThat(rest.value()).isNull();
        assertThat(rest.valueDigest()).isEqualTo(value.digest());
        assertThat(rest.adapterAttempts()).isNull();
        assertThat(rest.error().code()).isEqualTo("interlock.incomplete_result");
        assertThat(rest.error().message())
                .isEqualTo("Value, error, wait, attempts and cost were left out: error.code broke the rule length");
    }

    @Test
    void remainder_stillSaysWhatTheLibraryHasSeen() {
        Result whole = reports.executorThrew(delivery, new IllegalStateException("no luck"));

        Result rest = Remainder.of(ResultBuilder.builder(whole).costMicros(-1L).build(), BROKEN);

        assertThat(rest.error().code()).isEqualTo("interlock.executor_exception");
        assertThat(rest.error().errorClass()).isEqualTo("permanent");
    }

    private static void assertProven(Result result) {
        assertThat(result.effect()).isEqualTo("committed");
        assertThat(result.evidence().faults()).isEmpty();
        assertThat(result.evidence().receipt().size()).isEqualTo(16 * 1024);
    }
}
