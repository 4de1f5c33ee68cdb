package dev.interlock.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.core.policy.Policy;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.policy.contract.Standards;
import dev.interlock.policy.form.PolicyCodec;
import dev.interlock.policy.problem.PolicyException;
import dev.interlock.schemas.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PublishedBodyTest {
    private static final String FILE = """
        name: payments
        extends: strict
        ceilings: {calls: 7}
        actions: {same_call: {deny_then_stop: 2}}
        approval: {tools: ["invoice.*", "größe: \\"{x}\\", #1"]}
        tools:
          "invoice.*": {timeout_ms: 20000, max_retries: 1}
          "pay 'now' \\\\ \\u00e9": {timeout_ms: 1000}
        """;

    static List<PolicyDocument> policies() {
        PolicyDocument file =
                PolicyFiles.parse("f", FILE.getBytes(StandardCharsets.UTF_8)).document();
        return Stream.concat(Standards.all().stream(), Stream.of(file)).toList();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void aPolicy_readFromItsDocument_isTheSameUnderTheSameHash(PolicyDocument document) throws Exception {
        PolicyDocument read = PolicyFiles.document(Json.parse(document.bytes()));
        assertThat(read).isEqualTo(document);
        assertThat(read.hash()).isEqualTo(document.hash());
        assertThat(PolicyDocument.kept(Json.parse(document.bytes()))).isEqualTo(document);
    }

    @Test
    void aDocumentWithAFieldNobodyKnows_isRefusedWithItsName() {
        ObjectNode body = body();
        body.putObject("wishes").put("deny", "run.turn > 3");
        assertRefused(body, "wishes", "is no known field");
    }

    @Test
    void aDocumentWithContracts_isReadWithThem() {
        ObjectNode body = body();
        ((ObjectNode) body.at("/tools/invoice.*")).put("effect", "read");
        PolicyDocument read = PolicyFiles.document(Json.of(body));
        assertThat(read.isPlain()).isFalse();
        assertThat(read.body()).isEqualTo(Json.of(body));
    }

    @Test
    void aDocumentThatLacksFields_isRefused_whateverAPresetWouldSay() {
        ObjectNode body = body();
        body.remove("ceilings");
        assertThatThrownBy(() -> PolicyFiles.document(Json.of(body)))
                .isInstanceOf(PolicyException.class)
                .hasMessageContaining("ceilings");
    }

    @Test
    void aDocumentThatTakesTheRestFromAPreset_isRefused() {
        assertRefused(body().put("extends", "strict"), "extends", "must be left out");
    }

    @Test
    void aDocumentWithAnUnboundedCeiling_isRefusedWithFieldRuleAndValue() {
        ObjectNode body = body();
        ((ObjectNode) body.get("ceilings")).put("turns", -1);
        assertThatThrownBy(() -> PolicyFiles.document(Json.of(body)))
                .isInstanceOfSatisfying(
                        PolicyException.class,
                        refusal -> assertThat(refusal.problems())
                                .singleElement()
                                .satisfies(problem -> {
                                    assertThat(problem.field()).isEqualTo("ceilings.turns");
                                    assertThat(problem.rule()).isNotBlank();
                                    assertThat(problem.value()).isEqualTo("-1");
                                }));
    }

    @Test
    void whatIsNoObject_isRefused() {
        assertThatThrownBy(() -> PolicyFiles.document(Json.parse("[]")))
                .isInstanceOf(PolicyException.class)
                .hasMessageContaining("must be a mapping");
    }

    private static void assertRefused(ObjectNode body, String field, String rule) {
        assertThatThrownBy(() -> PolicyFiles.document(Json.of(body)))
                .isInstanceOfSatisfying(
                        PolicyException.class,
                        refusal -> assertThat(refusal.problems()).anySatisfy(problem -> {
                            assertThat(problem.field()).isEqualTo(field);
                            assertThat(problem.rule()).contains(rule);
                        }));
    }

    private static ObjectNode body() {
        Policy policy =
                PolicyFiles.parse("f", FILE.getBytes(StandardCharsets.UTF_8)).policy();
        return PolicyCodec.tree(policy).deepCopy();
    }
}
