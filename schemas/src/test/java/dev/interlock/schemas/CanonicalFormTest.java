package dev.interlock.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalFormTest {
    private static final long SEED = Long.getLong("interlock.seed", System.nanoTime());

    static Stream<Named<JsonNode>> vectors() {
        return Vectors.read("canonical.jsonl").stream()
                .map(vector -> Named.of(vector.get("name").textValue(), vector));
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void aPublishedVector_holds(JsonNode vector) {
        byte[] input = Vectors.input(vector);
        if (vector.has("error")) {
            assertThatThrownBy(() -> Json.parse(input))
                    .isInstanceOfSatisfying(
                            InvalidRecordException.class,
                            e -> assertThat(e.rule().symbol())
                                    .isEqualTo(vector.get("error").textValue()));
            return;
        }
        Json json = Json.parse(input);
        if (vector.has("canonical")) {
            assertThat(json.canonical()).isEqualTo(vector.get("canonical").textValue());
        } else {
            assertThat(json.digest()).isEqualTo(vector.get("canonical_sha256").textValue());
            assertThat(json.canonical().getBytes(StandardCharsets.UTF_8))
                    .hasSize(vector.get("size").intValue());
        }
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void aCanonicalForm_andWhatWeWrite_areReadAsTheSameValue(JsonNode vector) {
        if (vector.has("error")) {
            return;
        }
        Json json = Json.parse(Vectors.input(vector));
        assertThat(Json.parse(json.canonical())).isEqualTo(json);
        assertThat(Json.parse(json.canonical()).canonical()).isEqualTo(json.canonical());
        assertThat(Json.parse(json.toString())).isEqualTo(json);
        assertThat(Json.of(json.node())).isEqualTo(json);
    }

    @Test
    void theVectors_coverWhatTheContractNames() {
        List<String> names = vectors().map(Named::getName).toList();
        for (String topic : List.of("number", "keys", "strings", "bytes", "layout", "depth", "size")) {
            assertThat(names).as(topic).anyMatch(name -> name.startsWith(topic + ": "));
        }
        assertThat(names).doesNotHaveDuplicates();
    }

    @Test
    void twoNumbers_haveTheSameForm_exactlyIfTheyAreEqual() {
        Random random = new Random(SEED);
        for (int round = 0; round < 5_000; round++) {
            BigDecimal one = decimal(random);
            BigDecimal other = random.nextBoolean() ? respelled(one, random) : decimal(random);
            assertThat(form(one).equals(form(other)))
                    .as(
                            "%s and %s; replay: mvn -pl schemas -am test -Dtest=CanonicalFormTest -Dinterlock.seed=%d",
                            one, other, SEED)
                    .isEqualTo(one.compareTo(other) == 0);
            assertThat(new BigDecimal(form(one))).isEqualByComparingTo(one);
        }
    }

    private static BigDecimal decimal(Random random) {
        return new BigDecimal(new BigInteger(1 + random.nextInt(12), random), random.nextInt(61) - 30);
    }

    private static BigDecimal respelled(BigDecimal value, Random random) {
        return value.setScale(value.scale() + random.nextInt(5));
    }

    private static String form(BigDecimal number) {
        return Json.parse(number.toString()).canonical();
    }

    @Test
    void aNumberWithABillionDigits_isReadWithoutThem() {
        Json huge = Json.parse("[1e999999999,-1E-999999999]");
        assertThat(huge.canonical()).isEqualTo("[1e+999999999,-1e-999999999]");
        assertThat(huge.toString()).isEqualTo("[1E+999999999,-1E-999999999]");
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void aTreeWithoutADecimal_isRefused(double value) {
        assertThatThrownBy(() -> Json.of(JsonNodeFactory.instance.numberNode(value)))
                .hasMessageContaining("number");
    }

    @Test
    void aBinaryFraction_becomesTheShortestDecimalThatDenotesIt() {
        assertThat(Json.of(List.of(0.1, 1.0f, 1e21, 5e-324)).canonical()).isEqualTo("[0.1,1,1e+21,4.9e-324]");
    }

    @Test
    void valuesMadeOfValues_areTakenApart() {
        Json inner = Json.parse("{\"b\":1.0}");
        assertThat(Json.of(Map.of("a", inner))).isEqualTo(Json.parse("{\"a\":{\"b\":1}}"));
    }

    @Test
    void aDecimal_isPassedOnAsItWasGiven() {
        assertThat(Json.of(List.of(new BigDecimal("1.50")))).hasToString("[1.50]");
        assertThat(Json.parse("[1.50]")).hasToString("[1.50]");
    }

    @Test
    void aTree_isCopied() {
        var tree = JsonNodeFactory.instance.objectNode().put("a", 1);
        Json json = Json.of(tree);
        tree.put("a", 2);
        assertThat(json.canonical()).isEqualTo("{\"a\":1}");
    }
}
