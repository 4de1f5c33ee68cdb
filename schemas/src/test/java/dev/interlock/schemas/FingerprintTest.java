package dev.interlock.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.schemas.Fingerprint.Comparison;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FingerprintTest {
    private static final Json ARGS = Json.parse("{\"order\":{\"id\":\"o-17\"},\"at\":1}");

    static Stream<Named<JsonNode>> vectors() {
        return Vectors.read("fingerprint.jsonl").stream()
                .map(vector -> Named.of(vector.get("name").textValue(), vector));
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void aPublishedVector_holds(JsonNode vector) {
        String tool = vector.get("tool").textValue();
        Json args = Json.parse(vector.get("args").textValue());
        IdentityRule rule = new IdentityRule(texts(vector, "identity_fields"), texts(vector, "volatile_fields"));
        assertThat(rule.hash()).isEqualTo(vector.get("identity_rule").textValue());
        assertThat(Fingerprint.of(tool, args, rule, key(vector)))
                .hasToString(vector.get("fingerprint").textValue());
        if (rule.derivesOperationId()) {
            assertThat(rule.operationId(tool, args).orElse(null))
                    .isEqualTo(vector.get("operation_id").textValue());
        } else {
            assertThat(rule.operationId(tool, args)).isEmpty();
        }
    }

    private static List<String> texts(JsonNode vector, String field) {
        return StreamSupport.stream(vector.path(field).spliterator(), false)
                .map(JsonNode::textValue)
                .toList();
    }

    private static Optional<FingerprintKey> key(JsonNode vector) {
        return Optional.ofNullable(vector.get("key"))
                .map(key -> new FingerprintKey(
                        key.get("id").textValue(),
                        HexFormat.of().parseHex(key.get("secret_hex").textValue())));
    }

    @Test
    void fingerprintsUnderDifferentRulesOrKeys_cannotBeCompared() {
        Fingerprint plain = Fingerprint.of("t", ARGS, IdentityRule.NONE, Optional.empty());
        IdentityRule rule = new IdentityRule(List.of(), List.of("/at"));
        FingerprintKey key = new FingerprintKey("k", new byte[16]);
        assertThat(plain.compareWith(plain)).isEqualTo(Comparison.SAME);
        assertThat(plain.compareWith(Fingerprint.of("u", ARGS, IdentityRule.NONE, Optional.empty())))
                .isEqualTo(Comparison.DIFFERENT);
        assertThat(plain.compareWith(Fingerprint.of("t", ARGS, rule, Optional.empty())))
                .isEqualTo(Comparison.NOT_COMPARABLE);
        assertThat(plain.compareWith(Fingerprint.of("t", ARGS, IdentityRule.NONE, Optional.of(key))))
                .isEqualTo(Comparison.NOT_COMPARABLE);
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void aFingerprint_isReadAsItWasWritten(JsonNode vector) {
        String text = vector.get("fingerprint").textValue();
        assertThat(Fingerprint.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "sha256", "sha256:ab:cd", "md5:x", "sha256:k:"})
    void anythingElse_isNoFingerprint(String text) {
        assertThatThrownBy(() -> Fingerprint.parse(text)).hasMessageContaining("Not a fingerprint: " + text);
    }

    @ParameterizedTest
    @CsvSource({"/order,/order", "/order,/order/id", "/order/id,/order"})
    void aVolatileFieldThatOverlapsAnIdentityField_isRefused(String identity, String ignored) {
        assertThatThrownBy(() -> new IdentityRule(List.of(identity), List.of(ignored)))
                .hasMessage("Volatile field " + ignored + " overlaps identity field " + identity + " of the same rule");
    }

    @Test
    void fieldsThatShareTheStartOfAName_doNotOverlap() {
        assertThat(new IdentityRule(List.of("/order"), List.of("/order_at")).volatileFields())
                .containsExactly("/order_at");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "order", "/a~", "/a~2b", "$.order"})
    void aFieldThatIsNoPointer_isRefused(String field) {
        assertThatThrownBy(() -> new IdentityRule(List.of(field), List.of()))
                .hasMessageContaining("must be a JSON Pointer such as /order/id; it is: " + field);
    }

    @Test
    void aKey_neverShowsItsSecret() {
        assertThat(new FingerprintKey("k", "0123456789abcdef".getBytes())).hasToString("FingerprintKey[id=k]");
    }

    @Test
    void aShortSecret_isRefused() {
        assertThatThrownBy(() -> new FingerprintKey("k", new byte[15]))
                .hasMessage("Secret of fingerprint key k must have at least 16 bytes; it has 15");
    }
}
