package dev.interlock.policy.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.policy.Presets;
import dev.interlock.policy.PolicyFiles;
import dev.interlock.policy.form.PolicyCodec;
import dev.interlock.schemas.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyDocumentTest {
    private static final String FILE = """
        name: p
        extends: balanced
        fallback: {sensitive: [/token], volatile: [/at]}
        tools:
          pay: {identity: [/order/id], effect: keyed_write}
          "pay.*": {sensitive: null, args_schema: {properties: {a: {type: string}}}}
          look: {max_retries: 1}
        rules:
          - {name: r, when: call.turn > 3, then: hold, reason: late}
        """;

    private static PolicyDocument parse(String yaml) {
        return PolicyFiles.parse("p.yaml", yaml.getBytes(StandardCharsets.UTF_8))
                .document();
    }

    @Test
    void aTool_beginsWithWhatTheFallbackSays() {
        PolicyDocument document = parse(FILE);
        assertThat(document.terms("pay").sensitive()).containsExactly("/token");
        assertThat(document.terms("pay").identity()).containsExactly("/order/id");
        assertThat(document.terms("pay.out").sensitive()).isEmpty();
        assertThat(document.terms("pay.out").ignored()).containsExactly("/at");
        assertThat(document.terms("look").sensitive()).containsExactly("/token");
        assertThat(document.terms("other")).isEqualTo(document.fallback().orElseThrow());
        assertThat(document.policy().tools().get("look").maxRetries()).isEqualTo(1);
    }

    @Test
    void theJsonForm_isReadAsItIsWritten() {
        PolicyDocument document = parse(FILE);
        PolicyDocument read = parse(document.tree().toString());
        assertThat(read).isEqualTo(document);
        assertThat(read.hash()).isEqualTo(document.hash());
    }

    @Test
    void whatWasKept_isReadAsItWas() throws Exception {
        PolicyDocument document = parse(FILE);
        assertThat(PolicyDocument.kept(Json.parse(document.bytes()))).isEqualTo(document);
        for (var preset : Presets.all()) {
            PolicyDocument plain = PolicyDocument.of(preset);
            assertThat(PolicyDocument.kept(plain.body())).isEqualTo(plain);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tools: {a: {args_schema: {type: object}}}",
                "tools: {a: {result_schema: {type: object}}}",
                "tools: {a: {identity: [/a]}}",
                "tools: {a: {volatile: [/a]}}",
                "tools: {a: {effect: read}}",
                "tools: {a: {required_data: [/a]}}",
                "tools: {a: {failure: {when: value.a, class: invalid, code: c}}}",
                "tools: {a: {sensitive: [/a]}}",
                "tools: {a: {pending: value.a}}",
                "tools: {a: {cursor: /a}}",
                "tools: {a: {records: /a}}",
                "fallback: {effect: read}",
                "rules: [{name: r, when: 'true', then: deny, reason: x}]"
            })
    void theHash_coversEveryField(String field) {
        String without = "name: p\nextends: strict\n";
        String plain = without + (field.startsWith("tools") ? "tools: {a: {}}\n" : "");
        assertThat(parse(without + field).hash()).isNotEqualTo(parse(plain).hash());
        assertThat(parse(plain).hash())
                .as("a policy without these has the hash of the core's part")
                .isEqualTo(PolicyCodec.hash(parse(plain).policy()));
    }

    @Test
    void thePresetsOfTheCore_haveTheHashesOfTheCore() {
        assertThat(Presets.all())
                .allSatisfy(
                        preset -> assertThat(PolicyDocument.of(preset).hash()).isEqualTo(PolicyCodec.hash(preset)));
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{identity: [/a, /b]} | {identity: [/b, /a]} | none",
                "{identity: [/a]} | {identity: [/b]} | identity",
                "{} | {identity: [/b]} | identity",
                "{volatile: [/a]} | {} | volatile",
                "{effect: read} | {effect: keyed_write} | none"
            })
    void whatTellsCallsApart_isComparedWithAnEarlierVersion(String was, String is, String field) {
        String head = "name: p\nextends: balanced\ntools:\n  pay: ";
        List<String> fields = Against.warnings(parse(head + is), parse(head + was)).stream()
                .map(warning -> warning.field().toString())
                .toList();
        assertThat(fields).isEqualTo(field.equals("none") ? List.of() : List.of("tools.pay." + field));
    }

    @Test
    void aToolThatIsNamedFirst_isComparedWithWhatHeldForItBefore() {
        String before = "name: p\nextends: balanced\ntools: {'pa*': {identity: [/a]}}";
        String now = "name: p\nextends: balanced\ntools: {'pa*': {identity: [/a]}, pay: {identity: [/b]}}";
        assertThat(Against.warnings(parse(now), parse(before)))
                .singleElement()
                .satisfies(warning -> assertThat(warning.text())
                        .isEqualTo("pay: was /a, is /b: the same call gets another operation id, so what was done"
                                + " before can be done again"));
    }
}
