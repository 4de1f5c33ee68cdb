package dev.interlock.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeekTest {
    private static final RecordCodec<Proposal> PROPOSALS = RecordCodec.of(Proposal.class);
    private static final RecordCodec<Control> CONTROLS = RecordCodec.of(Control.class);

    private static Peek peek(String text) {
        return PROPOSALS.peek(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"run_id\":\"r\",\"proposal_id\":\"p\",\"turn\":\"one\"}",
                "{\"run_id\":\"r\",\"proposal_id\":\"p\",\"args\":{\"run_id\":\"x\",\"a\":1,\"a\":2}}",
                "{\"run_id\":\"r\",\"proposal_id\":\"p\",\"args\":NaN,\"turn\":1}",
                "{\"run_id\":\"r\",\"proposal_id\":\"p\",\"args\":{\"a",
                "{\"args\":[[1,2,3]],\"run_id\":\"r\",\"proposal_id\":\"p\",,}"
            })
    void theIdsThatStandBeforeTheFault_areFound(String text) {
        assertThat(peek(text).runId()).isEqualTo("r");
        assertThat(peek(text).proposalId()).isEqualTo("p");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[\"run_id\",\"r\"]",
                "{\"run_id\":\"\"}",
                "{\"run_id\":7}",
                "{\"run_id\":\"\\ud800\"}",
                "{\"run_id\":\"r\",\"run_id\":\"s\"}",
                "{\"args\":{\"run_id\":\"r\"}}",
                "{\"args\":NaN,\"run_id\":\"r\"}"
            })
    void anIdThatIsNoneOrDoubtful_isNotFound(String text) {
        assertThat(peek(text).runId()).isNull();
    }

    @Test
    void anIdThatIsTooLong_isNotFound() {
        assertThat(peek("{\"run_id\":\"" + "r".repeat(Limits.ID_LENGTH) + "\"}").runId())
                .isNotNull();
        assertThat(peek("{\"run_id\":\"" + "r".repeat(Limits.ID_LENGTH + 1) + "\"}")
                        .runId())
                .isNull();
    }

    @Test
    void aStopWithABrokenBody_saysWhatItStops() {
        String text = "{\"type\":\"stop\",\"control_id\":\"c\",\"scope\":{\"kind\":\"run\",\"id\":\"r\"},\"by\":7";
        Peek peek = CONTROLS.peek(text.getBytes(StandardCharsets.UTF_8));
        assertThat(peek).isEqualTo(new Peek("stop", null, null, null, "c", new Scope("run", "r")));
    }

    @Test
    void aStopCutShortInAvro_saysWhatItStops() {
        Control stop = ControlBuilder.builder()
                .type("stop")
                .controlId("c")
                .by("operator")
                .reason("because")
                .issuedAtMs(1L)
                .scope(new Scope("agent", "a"))
                .build();
        byte[] bytes = CONTROLS.encode(stop, Format.AVRO);
        Peek peek = CONTROLS.peek(Arrays.copyOf(bytes, bytes.length - 2));
        assertThat(peek).isEqualTo(new Peek("stop", null, null, null, "c", new Scope("agent", "a")));
    }

    @Test
    void aProposalCutShortInAvro_saysItsRun() {
        byte[] bytes = PROPOSALS.encode(new Samples(1, true).record(Proposal.class), Format.AVRO);
        Proposal whole = PROPOSALS.decode(bytes).record();
        Peek peek = PROPOSALS.peek(Arrays.copyOf(bytes, bytes.length - 1));
        assertThat(peek.runId()).isEqualTo(whole.runId());
        assertThat(peek.proposalId()).isEqualTo(whole.proposalId());
        assertThat(peek.agentId()).isEqualTo(whole.agentId());
    }

    @Test
    void ofAnUnknownSchema_nothingIsSeen() {
        byte[] bytes = PROPOSALS.encode(new Samples(1, true).record(Proposal.class), Format.AVRO);
        bytes[3] ^= 1;
        assertThat(PROPOSALS.peek(bytes)).isEqualTo(Peek.NOTHING);
        assertThat(PROPOSALS.peek(null)).isEqualTo(Peek.NOTHING);
    }
}
