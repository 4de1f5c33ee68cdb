package dev.interlock.core.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every scripted run of the articles' prototypes gives the same status, reason, executed steps, counters and ledger here.
 * Further vectors: {@code mvn -q -pl gateway/core test -Dtest=ArticleVectorsTest -Dinterlock.vectors=DIR}.
 */
class ArticleVectorsTest {
    private static final int SHOWN = 10;

    @Test
    void articleA_answersAsItsPrototype() {
        assertAllAgree("a", 3000, ArticleA::observe, ArticleA::expected);
    }

    @Test
    void articleB_answersAsItsPrototype() {
        assertAllAgree("b", 2000, ArticleB::observe, ArticleB::expected);
    }

    @Test
    void articleD_answersAsItsPrototype() {
        assertAllAgree("d", 500, ArticleD::observe, ArticleD::expected);
    }

    private static void assertAllAgree(
            String article, int atLeast, Function<JsonNode, ?> observe, Function<JsonNode, ?> expect) {
        List<JsonNode> vectors = Vectors.of(article);
        assertThat(vectors).hasSizeGreaterThanOrEqualTo(atLeast);
        List<String> differences = vectors.stream()
                .flatMap(v -> difference(v, observe.apply(v), expect.apply(v)))
                .toList();
        assertThat(differences.stream().limit(SHOWN))
                .as("%d of %d vectors of article %s differ", differences.size(), vectors.size(), article)
                .isEmpty();
    }

    private static Stream<String> difference(JsonNode vector, Object observed, Object expected) {
        return Objects.equals(observed, expected)
                ? Stream.empty()
                : Stream.of(vector.path("id").asText() + "\n  expected " + expected + "\n  observed " + observed);
    }
}
