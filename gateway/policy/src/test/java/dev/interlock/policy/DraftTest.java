package dev.interlock.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.core.policy.Policy;
import dev.interlock.policy.draft.Draft;
import dev.interlock.policy.draft.Seen;
import dev.interlock.policy.draft.ToolsList;
import dev.interlock.policy.problem.PolicyException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DraftTest {
    private static final String TOOLS = """
        {"jsonrpc":"2.0","id":1,"result":{"tools":[
          {"name":"file.read","inputSchema":{"type":"object","properties":{"path":{"type":"string"}}},
           "annotations":{"readOnlyHint":true}},
          {"name":"file.delete","annotations":{"destructiveHint":true,"idempotentHint":true}},
          {"name":"mail: send #1 \\"x\\"\\n","description":"names are anything"},
          {"name":"file.read"},
          {"name":"any.*"}
        ]}}\
        """;

    @Test
    void aDraft_isAPolicyWithAContractForEachTool() {
        String draft = Draft.of("my tools", "tools.json", read(TOOLS));
        Policy policy = parse(draft);
        assertThat(policy.name()).isEqualTo("my tools");
        assertThat(policy.tools()).containsOnlyKeys("file.read", "file.delete", "mail: send #1 \"x\"\n");
        assertThat(policy.approval().tools()).containsExactly("file.delete");
        assertThat(draft)
                .contains("# Arguments: path.")
                .contains("# Said to read only. CHECK:")
                .contains("doing it twice is as doing it once")
                .contains("left out, because a name stands twice, has a star, or is one too many: 2");
    }

    @Test
    void aDraftOfMoreToolsThanAPolicyNames_isStillAPolicy() {
        List<Seen> many = new ArrayList<>();
        for (int i = 0; i < 1_100; i++) {
            many.add(new Seen("t" + i, Optional.of(true), Optional.empty(), false, List.of()));
        }
        assertThat(parse(Draft.of("p", "x", many)).tools()).hasSize(1_000);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "[ | t.json:1:1: the file: must be JSON",
                "{} | t.json:1:1: tools: must be a list of at least one tool, was {}",
                "{\"tools\": []} | t.json:1:1: tools: must be a list of at least one tool",
                "{\"tools\": [{\"name\": \"a\"}, {\"name\": 7}]} | t.json:1:1: tools.1.name: must be a text that is not"
                        + " empty, was 7"
            })
    void whatIsNoToolsList_isRefused(String json, String complaint) {
        assertThatThrownBy(() -> read(json)).isInstanceOf(PolicyException.class).hasMessageStartingWith(complaint);
    }

    private static List<Seen> read(String json) {
        return ToolsList.read("t.json", json.getBytes(StandardCharsets.UTF_8));
    }

    private static Policy parse(String draft) {
        return PolicyFiles.parse("draft.yaml", draft.getBytes(StandardCharsets.UTF_8))
                .policy();
    }
}
