package dev.interlock.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordCodecTest {
    private static final RecordCodec<Proposal> PROPOSALS = RecordCodec.of(Proposal.class);
    private static final RecordCodec<Result> RESULTS = RecordCodec.of(Result.class);
    private static final RecordCodec<Control> CONTROLS = RecordCodec.of(Control.class);

    private static final String REST = "\"proposal_id\":\"p\",\"agent_id\":\"a\",\"turn\":1,\"issued_at_ms\":5}";
    private static final String PROPOSAL = "{\"type\":\"call\",\"run_id\":\"r\"," + REST;

    private static Proposal proposal() {
        return PROPOSALS.decode(bytes(PROPOSAL)).record();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String with(String member) {
        return "{" + member + "," + PROPOSAL.substring(1);
    }

    static List<Arguments> brokenProposals() {
        return List.of(
                Arguments.of("{\"type\":\"call\"," + REST, "run_id", Rule.REQUIRED, "absent"),
                Arguments.of("{\"type\":\"call\",\"run_id\":null," + REST, "run_id", Rule.REQUIRED, "absent"),
                Arguments.of("{\"type\":\"call\",\"run_id\":\"\"," + REST, "run_id", Rule.LENGTH, ""),
                Arguments.of("{\"type\":\"call\",\"run_id\":7," + REST, "run_id", Rule.TYPE, "7"),
                Arguments.of("{\"type\":7,\"run_id\":\"r\"," + REST, "type", Rule.TYPE, "7"),
                Arguments.of(with("\"turn_size\":\"2\""), "turn_size", Rule.TYPE, "2"),
                Arguments.of(with("\"turn_size\":2.0"), "turn_size", Rule.TYPE, "2.0"),
                Arguments.of(with("\"turn_size\":2147483648"), "turn_size", Rule.RANGE, "2147483648"),
                Arguments.of(with("\"user_turn\":1e999999999"), "user_turn", Rule.TYPE, "1E+999999999"),
                Arguments.of(with("\"user_turn\":9223372036854775808"), "user_turn", Rule.RANGE, "9223372036854775808"),
                Arguments.of(with("\"owner_epoch\":-1"), "owner_epoch", Rule.RANGE, "-1"),
                Arguments.of(with("\"estimated_cost_micros\":-1"), "estimated_cost_micros", Rule.RANGE, "-1"),
                Arguments.of(with("\"caused_by\":\"o\""), "caused_by", Rule.TYPE, "o"),
                Arguments.of(with("\"caused_by\":{}"), "caused_by.operation_id", Rule.REQUIRED, "absent"),
                Arguments.of(with("\"args\":{\"a\":1,\"a\":2}"), "args.a", Rule.DUPLICATE_KEY, "a"),
                Arguments.of(with("\"args\":[{},{\"b\":\"\\ud800\"}]"), "args[1].b", Rule.LONE_SURROGATE, "\uFFFD"),
                Arguments.of(with("\"args\":" + "[".repeat(65) + "]".repeat(65)), "args", Rule.DEPTH, "more than 64"),
                Arguments.of(with("\"args\":NaN"), "args", Rule.SYNTAX, null),
                Arguments.of(PROPOSAL + PROPOSAL, "", Rule.TRAILING_CONTENT, "{"),
                Arguments.of(PROPOSAL.substring(0, 40), null, Rule.SYNTAX, null),
                Arguments.of("  ", "", Rule.SYNTAX, "no content"),
                Arguments.of("[]", "", Rule.FORMAT, "bytes 5b 5d"),
                Arguments.of(" []", "", Rule.TYPE, "[]"),
                Arguments.of("", "", Rule.FORMAT, "empty value"),
                Arguments.of("\0\0\0\0\7x", "", Rule.FORMAT, "bytes 00 00 00 00 07 78"));
    }

    @ParameterizedTest
    @MethodSource("brokenProposals")
    void aBrokenProposal_isRefusedWithFieldRuleAndValue(String text, String field, Rule rule, String value) {
        assertThatThrownBy(() -> PROPOSALS.decode(bytes(text)))
                .isInstanceOfSatisfying(InvalidRecordException.class, e -> {
                    assertThat(e.rule()).isEqualTo(rule);
                    assertThat(e.field()).isEqualTo(field == null ? e.field() : field);
                    assertThat(e.value()).isEqualTo(value == null ? e.value() : value);
                    assertThat(e).hasMessageContainingAll(e.field(), rule.symbol(), e.value());
                });
    }

    @Test
    void aMissingValue_isRefused() {
        assertThatThrownBy(() -> PROPOSALS.decode(null)).hasMessageContaining("(format): no value");
    }

    @Test
    void anOversizedInput_isRefusedBeforeItIsRead() {
        byte[] bytes = bytes("{" + " ".repeat(Limits.INPUT_BYTES));
        assertThatThrownBy(() -> PROPOSALS.decode(bytes)).hasMessage("The record is too large (size): 786433 bytes");
        assertThatThrownBy(() -> RESULTS.decode(bytes)).hasMessageContaining("(size)");
        assertThatThrownBy(() -> CONTROLS.decode(bytes)).hasMessageContaining("(size)");
    }

    @Test
    void anOversizedRecord_isNotWritten() {
        Json args = Json.parse("\"" + "x".repeat(Limits.INPUT_BYTES - 10) + "\"");
        Proposal huge = ProposalBuilder.builder(proposal()).args(args).build();
        for (Format format : Format.values()) {
            assertThatThrownBy(() -> PROPOSALS.encode(huge, format)).hasMessageContaining("(size)");
        }
    }

    @Test
    void unknownFields_areIgnored() {
        assertThat(PROPOSALS.decode(bytes(with("\"colour\":{\"a\":[1.5]}"))).record())
                .isEqualTo(proposal());
    }

    @Test
    void unknownSymbols_areReadSoThatTheyCanBeAnswered() {
        assertThat(PROPOSALS
                        .decode(bytes(with("\"kind\":\"teleport\"")))
                        .record()
                        .kind())
                .isEqualTo("teleport");
    }

    @Test
    void leadingSpace_isJson() {
        assertThat(PROPOSALS.decode(bytes("\n\t " + PROPOSAL)).record()).isEqualTo(proposal());
    }

    @Test
    void invalidUtf8_isRefusedInBothFormats() {
        byte[] json = PROPOSAL.getBytes(StandardCharsets.UTF_8);
        byte[] avro = PROPOSALS.encode(proposal(), Format.AVRO);
        for (byte[] bytes : List.of(json, avro)) {
            replace(bytes, (byte) 'a', (byte) 0xFF);
            assertThatThrownBy(() -> PROPOSALS.decode(bytes)).hasMessageContaining("(utf8)");
        }
    }

    private static void replace(byte[] bytes, byte old, byte by) {
        for (int at = 10; at < bytes.length; at++) {
            bytes[at] = bytes[at] == old ? by : bytes[at];
        }
    }

    @Test
    void aRequiredPartThatIsNull_isNotWritten() {
        Proposal broken = ProposalBuilder.builder(proposal()).runId(null).build();
        assertThatThrownBy(() -> PROPOSALS.encode(broken, Format.JSON))
                .hasMessage("Field run_id is missing (required): absent");
    }

    @ParameterizedTest
    @ValueSource(strings = {"stop", "lift"})
    void aCommandThatNeedsAScope_isRefusedWithoutOne(String type) {
        String text = "{\"type\":\"" + type + "\",\"control_id\":\"c\",\"by\":\"b\",\"reason\":\"x\"}";
        assertThatThrownBy(() -> CONTROLS.decode(bytes(text))).hasMessage("Field scope is missing (required): absent");
    }

    @Test
    void aResend_hasTheSameDigestInEitherFormat() {
        Proposal record = ProposalBuilder.builder(proposal())
                .args(Json.parse("{\"b\":1.0,\"a\":2}"))
                .build();
        Proposal respelled = ProposalBuilder.builder(proposal())
                .args(Json.parse("{\"a\":2,\"b\":1}"))
                .build();
        Proposal other = ProposalBuilder.builder(proposal())
                .args(Json.parse("{\"a\":2,\"b\":1.01}"))
                .build();
        Proposal throughAvro =
                PROPOSALS.decode(PROPOSALS.encode(respelled, Format.AVRO)).record();
        assertThat(PROPOSALS.digest(throughAvro)).isEqualTo(PROPOSALS.digest(record));
        assertThat(PROPOSALS.digest(other)).isNotEqualTo(PROPOSALS.digest(record));
    }

    private static Evidence evidence(String evidence) {
        String text = "{\"type\":\"result\",\"dispatch_id\":\"d\",\"run_id\":\"r\",\"worker_id\":\"w\",\"epoch\":1"
                + (evidence == null ? "" : ",\"evidence\":" + evidence) + "}";
        Result result = RESULTS.decode(bytes(text)).record();
        assertThat(RESULTS.decode(RESULTS.encode(result, Format.AVRO)).record()).isEqualTo(result);
        return result.evidence();
    }

    static List<Arguments> malformedEvidence() {
        return List.of(
                Arguments.of("{\"revision\":\"7\",\"done\":true}", "evidence.revision", "type", "7"),
                Arguments.of("{\"revision\":7.5}", "evidence.revision", "type", "7.5"),
                Arguments.of("{\"revision\":7.0}", "evidence.revision", "type", "7.0"),
                Arguments.of("{\"revision\":true}", "evidence.revision", "type", "true"),
                Arguments.of(
                        "{\"revision\":99999999999999999999}", "evidence.revision", "range", "99999999999999999999"),
                Arguments.of("{\"revision\":7,\"done\":1}", "evidence.done", "type", "1"),
                Arguments.of("{\"subject\":[]}", "evidence.subject", "type", "[]"),
                Arguments.of(
                        "{\"receipt\":" + "[".repeat(65) + "]".repeat(65) + "}",
                        "evidence.receipt",
                        "depth",
                        "more than 64"),
                Arguments.of("\"done\"", "evidence", "type", "done"),
                Arguments.of("[]", "evidence", "type", "[]"));
    }

    @ParameterizedTest
    @MethodSource("malformedEvidence")
    void malformedEvidence_isReadAndNamed(String text, String field, String rule, String value) {
        assertThat(evidence(text).faults()).containsExactly(new EvidenceFault(field, rule, value));
    }

    @Test
    void theOtherMembersOfMalformedEvidence_areKept() {
        Evidence evidence = evidence("{\"revision\":\"7\",\"done\":true,\"receipt\":{\"n\":1}}");
        assertThat(evidence.revision()).isNull();
        assertThat(evidence.done()).isTrue();
        assertThat(evidence.receipt()).isEqualTo(Json.parse("{\"n\":1}"));
    }

    @Test
    void absentEvidence_isNoFault() {
        assertThat(evidence(null)).isNull();
        assertThat(evidence("null")).isNull();
        assertThat(evidence("{}")).isEqualTo(new Evidence(null, null, null, null, List.of()));
    }

    @Test
    void jsonNull_isAbsentInBothFormats() {
        assertThat(PROPOSALS.decode(bytes(with("\"args\":null"))).record().args())
                .isNull();
        Proposal carried =
                ProposalBuilder.builder(proposal()).args(Json.parse("null")).build();
        for (Format format : Format.values()) {
            assertThat(PROPOSALS.decode(PROPOSALS.encode(carried, format)).record())
                    .isEqualTo(proposal());
        }
        LedgerPolicy policy = new LedgerPolicy("h", Json.parse("null"), null, "b", "x", null, 0);
        assertThatThrownBy(() -> RecordCodec.of(LedgerPolicy.class).encode(policy, Format.JSON))
                .hasMessage("Field policy is missing (required): absent");
    }

    @Test
    void aLongErrorMessage_isShortenedAndNotRefused() {
        String message = "line\\n".repeat(2000);
        String text = "{\"type\":\"result\",\"dispatch_id\":\"d\",\"run_id\":\"r\",\"worker_id\":\"w\",\"epoch\":1,"
                + "\"error\":{\"message\":\"" + message + "\"}}";
        Result result = RESULTS.decode(bytes(text)).record();
        assertThat(result.error().message())
                .hasSize(4096)
                .startsWith("line\nline\n")
                .endsWith("…");
        assertThat(RESULTS.decode(RESULTS.encode(result, Format.AVRO)).record()).isEqualTo(result);
    }

    @Test
    void aShortenedText_keepsItsSurrogatePairsWhole() {
        for (int start = 0; start < 2; start++) {
            String text = "x".repeat(start) + "😀".repeat(10);
            assertThat(StrictText.hasLoneSurrogate(Excerpt.start(text, 10))).isFalse();
            assertThat(Excerpt.start(text, 10)).hasSizeBetween(9, 10);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"operation_id", "tool", "thread_id", "handoff_from"})
    void aNameThatIsTooLongToBeCarried_isRefused(String field) {
        String fits = "\"" + field + "\":\"" + "😀".repeat(Limits.ID_LENGTH) + "\"";
        assertThat(PROPOSALS.decode(bytes(with(fits)))).isNotNull();
        String tooLong = "\"" + field + "\":\"" + "x".repeat(Limits.ID_LENGTH + 1) + "\"";
        assertThatThrownBy(() -> PROPOSALS.decode(bytes(with(tooLong))))
                .hasMessageContaining(field + " is too short or too long");
    }

    @Test
    void aReceiptThatIsTooLarge_isAFaultOfTheEvidence() {
        String receipt = "x".repeat(Limits.RECEIPT_BYTES - 2);
        assertThat(evidence("{\"receipt\":\"" + receipt + "\"}").faults()).isEmpty();
        assertThat(evidence("{\"receipt\":\"" + receipt + "x\"}").faults())
                .containsExactly(new EvidenceFault("evidence.receipt", "size", "16385 bytes"));
    }
}
