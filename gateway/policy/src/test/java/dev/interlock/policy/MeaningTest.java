package dev.interlock.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.interlock.core.policy.Policy;
import dev.interlock.policy.body.FieldPath;
import dev.interlock.policy.body.Shape;
import dev.interlock.policy.words.Meaning;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeaningTest {

    @Test
    void everyFieldOfAPolicy_isExplainedInFieldsProperties() {
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        walk("", Shape.of(Policy.class), fields);
        fields.remove("name");
        assertThat(fields).hasSizeGreaterThan(40);
        assertThat(fields)
                .allSatisfy((field, value) -> assertThat(Meaning.of(field, value))
                        .as("a line for %s = %s in fields.properties", field, value)
                        .hasValueSatisfying(
                                words -> assertThat(words).endsWith(".").doesNotContain("{}")));
    }

    private static void walk(String path, Shape shape, Map<String, JsonNode> fields) {
        JsonNodeFactory make = JsonNodeFactory.instance;
        switch (shape) {
            case Shape.Part part ->
                part.fields().forEach((name, field) -> walk(path.isEmpty() ? name : path + "." + name, field, fields));
            case Shape.Choice choice -> walk(path.equals("fallback") ? "tool" : path, choice.shape(), fields);
            case Shape.Named named when named.value() instanceof Shape.Part part -> walk("tool", part, fields);
            case Shape.Named named -> fields.put(path, make.textNode("deny"));
            case Shape.Several several -> fields.put(path, make.arrayNode().add("a"));
            case Shape.Flag flag -> {
                fields.put(path, make.booleanNode(true));
                assertThat(Meaning.of(path, make.booleanNode(false))).as(path).isPresent();
            }
            case Shape.Symbol symbol ->
                symbol.words().forEach(word -> {
                    assertThat(Meaning.of(path, make.textNode(word)))
                            .as("%s.%s", path, word)
                            .isPresent();
                    fields.put(path, make.textNode(word));
                });
            case Shape.Deed deed -> fields.put(path, make.textNode("stop"));
            case Shape.Whole whole -> fields.put(path, make.numberNode(7));
            case Shape.Text text -> fields.put(path, make.textNode("text"));
        }
    }

    @Test
    void aNameWithADot_standsInQuotesInAPath() {
        assertThat(FieldPath.of("tools", "a.b", "timeout_ms")).hasToString("tools.\"a.b\".timeout_ms");
    }
}
