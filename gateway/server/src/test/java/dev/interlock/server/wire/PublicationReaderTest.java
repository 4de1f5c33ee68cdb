package dev.interlock.server.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.core.policy.Presets;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.policy.form.PolicyCodec;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.LetterError;
import dev.interlock.schemas.Position;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublicationReaderTest {
    private static final Position AT = new Position("control", 1, 7L);
    private static final String SOME = "{\"kind\":\"agent\",\"id\":\"support-*\"}";
    private static final PolicyDocument STRICT = PolicyDocument.of(Presets.strict());

    @Test
    void aPublication_isPassedOnToTheRunStageAlone_andReadThereAsItWas() {
        ControlReader.Order order = ControlReader.read(arrival(command(SOME, STRICT.body())));
        assertThat(order.error()).isEmpty();
        var control = order.control().orElseThrow();
        assertThat(ControlReader.stages(control, AT)).isEqualTo(List.of(Destination.STAGE_RUN_CONTROL));
        Outgoing passed = ControlReader.passOn(Destination.STAGE_RUN_CONTROL, control, AT, 5);
        assertThat(new String(passed.key(), StandardCharsets.UTF_8)).isEqualTo(Keys.PUBLICATIONS);
        Reading<Command> read = ControlReader.passedOn(arrival(passed.value()));
        assertThat(read)
                .isInstanceOfSatisfying(
                        Reading.Read.class,
                        reading -> assertThat(reading.message())
                                .isInstanceOfSatisfying(Command.Publish.class, publish -> {
                                    assertThat(publish.document()).isEqualTo(STRICT);
                                    assertThat(publish.origin()).isEqualTo(AT);
                                    assertThat(Publication.of(publish))
                                            .isEqualTo(new Publication(
                                                    Optional.of("support-*"), STRICT.hash(), "c-1", "ann", "test", 7));
                                }));
    }

    @Test
    void aPublicationForAllOthers_namesNoPattern() {
        var control = ControlReader.read(arrival(command("{\"kind\":\"all\"}", STRICT.body())))
                .control()
                .orElseThrow();
        Publication publication = Publication.of(new Command.Publish(control, STRICT, AT));
        assertThat(publication.agents()).isEmpty();
        assertThat(publication.scope().kind()).isEqualTo("all");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "{\"kind\":\"run\",\"id\":\"r\"}", "{\"kind\":\"agent\"}", "{\"kind\":\"model\"}"})
    void aPublicationForNobodyKnown_isRefused(String scope) {
        assertThat(refusal(command(scope, STRICT.body())))
                .extracting(LetterError::field, LetterError::rule)
                .containsExactly("scope", PublicationReader.SCOPE_RULE);
    }

    @Test
    void aPatternThatIsTooLong_isRefused() {
        String scope = "{\"kind\":\"agent\",\"id\":\"" + "a".repeat(PublicationReader.LONGEST_PATTERN + 1) + "\"}";
        assertThat(refusal(command(scope, STRICT.body())).field()).isEqualTo("scope");
    }

    @Test
    void aPolicyThatIsWrong_isRefusedWithFieldRuleAndValue() {
        ObjectNode body = PolicyCodec.tree(Presets.strict()).deepCopy();
        body.put("name", "tight");
        ((ObjectNode) body.get("ceilings")).put("calls", -3);
        assertThat(refusal(command(SOME, Json.of(body))))
                .satisfies(error -> assertThat(error.field()).isEqualTo("policy.ceilings.calls"))
                .satisfies(error -> assertThat(error.rule()).startsWith("must be"))
                .satisfies(error -> assertThat(error.value()).isEqualTo("-3"));
    }

    @Test
    void aRuleThatDoesNotCompile_isRefusedWithItsPlace() {
        ObjectNode body = PolicyCodec.tree(Presets.strict()).deepCopy();
        body.put("name", "ruled");
        body.putArray("rules")
                .addObject()
                .put("name", "r")
                .put("when", "call.nothing > 3")
                .put("then", "deny")
                .put("reason", "x");
        assertThat(refusal(command(SOME, Json.of(body))))
                .satisfies(error -> assertThat(error.field()).isEqualTo("policy.rules.0.when"))
                .satisfies(error -> assertThat(error.rule()).startsWith("must be CEL"));
    }

    @Test
    void whatIsNoPolicyAtAll_isRefusedAsTheField() {
        assertThat(refusal(command(SOME, Json.parse("7"))).field()).isEqualTo("policy");
    }

    @Test
    void aPublicationWithoutAPolicy_isRefused() {
        String command = "{\"type\":\"publish_policy\",\"control_id\":\"c-1\",\"by\":\"ann\",\"reason\":\"test\"}";
        assertThat(refusal(command.getBytes(StandardCharsets.UTF_8)))
                .extracting(LetterError::field, LetterError::rule)
                .containsExactly("policy", "required");
    }

    private static LetterError refusal(byte[] command) {
        ControlReader.Order order = ControlReader.read(arrival(command));
        assertThat(order.control()).isEmpty();
        return order.error().orElseThrow();
    }

    private static byte[] command(String scope, Json policy) {
        return ("{\"type\":\"publish_policy\",\"control_id\":\"c-1\",\"by\":\"ann\",\"reason\":\"test\",\"scope\":"
                        + scope + ",\"policy\":" + policy.canonical() + "}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static Arrival arrival(byte[] value) {
        return new Arrival(AT, Optional.empty(), null, value, Optional.empty(), 1, 1);
    }
}
