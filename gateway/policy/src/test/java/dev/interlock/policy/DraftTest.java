package dev.interlock.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.policy.Policy;
import dev.interlock.policy.contract.CallFacts;
import dev.interlock.policy.contract.Contracts;
import dev.interlock.policy.contract.EffectClass;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.policy.contract.ProposedCall;
import dev.interlock.policy.contract.RunFacts;
import dev.interlock.policy.draft.Draft;
import dev.interlock.policy.draft.Seen;
import dev.interlock.policy.draft.ToolsList;
import dev.interlock.policy.problem.PolicyException;
import dev.interlock.schemas.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DraftTest {
    private static final ObjectNode NOTHING = JsonNodeFactory.instance.objectNode();
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
                .contains("# Said to read only. CHECK:")
                .contains("doing it twice is as doing it once")
                .contains("left out, because a name stands twice, has a star, or is one too many: 2");
    }

    @Test
    void aDraftOfMoreToolsThanAPolicyNames_isStillAPolicy() {
        List<Seen> many = new ArrayList<>();
        for (int i = 0; i < 1_100; i++) {
            many.add(new Seen("t" + i, Optional.of(true), Optional.empty(), false, List.of(), NOTHING));
        }
        assertThat(parse(Draft.of("p", "x", many)).tools()).hasSize(1_000);
    }

    @Test
    void aDraft_takesOverWhatTheServerSaysOfArgumentsAndResults() {
        PolicyDocument drafted = document(Draft.of("p", "tools.json", read("""
            {"tools":[
              {"name":"read","inputSchema":{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]},
               "outputSchema":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]},
               "annotations":{"readOnlyHint":true}},
              {"name":"wipe","annotations":{"destructiveHint":true}},
              {"name":"put","annotations":{"idempotentHint":true}}
            ]}\
            """)));
        Contracts contracts = drafted.contracts();
        assertThat(called(contracts, "read", "{\"path\":\"/a\"}").fault()).isEmpty();
        assertThat(called(contracts, "read", "{\"file\":\"/a\"}").fault()).isPresent();
        assertThat(drafted.terms("read").effect()).contains(EffectClass.READ);
        assertThat(drafted.terms("wipe").effect()).contains(EffectClass.IRREVERSIBLE);
        assertThat(drafted.terms("put").effect()).contains(EffectClass.IDEMPOTENT_WRITE);
        assertThat(drafted.terms("read").resultSchema()).isPresent();
        assertThat(drafted.terms("put").failure()).isPresent();
    }

    @Test
    void aDraft_saysWhichSchemaItLeavesOutAndWhy_andIsStillAPolicy() {
        String draft = Draft.of("p", "tools.json", read("""
            {"tools":[{"name":"a","inputSchema":{"$ref":"https://example.com/a.json"}},
              {"name":"b","inputSchema":{"type":"objekt"}},
              {"name":"c","inputSchema":{"type":"object"},"outputSchema":{"$ref":"#/$defs/x","$defs":{"x":{}}}}]}\
            """));
        PolicyDocument drafted = document(draft);
        assertThat(drafted.terms("a").argsSchema()).isEmpty();
        assertThat(drafted.terms("b").argsSchema()).isEmpty();
        assertThat(drafted.terms("c").argsSchema()).isPresent();
        assertThat(drafted.terms("c").resultSchema()).isEmpty();
        assertThat(draft.replaceAll("\n *# ", " "))
                .contains(
                        "what was found as args_schema is left out: tools.tool.args_schema.type is not as JSON Schema")
                .contains("what was found as result_schema is left out");
    }

    @Test
    void aDraftOfTooManyLongSchemas_isStillAPolicy() {
        List<Seen> many = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            ObjectNode terms = JsonNodeFactory.instance.objectNode();
            terms.putObject("args_schema").put("description", "x".repeat(2_000)).put("type", "object");
            many.add(new Seen("t" + i, Optional.of(true), Optional.empty(), false, List.of(), terms));
        }
        PolicyDocument drafted = document(Draft.of("p", "x", many));
        assertThat(drafted.policy().tools()).hasSize(400);
        assertThat(drafted.terms("t0").argsSchema()).isPresent();
        assertThat(drafted.terms("t399").argsSchema()).isEmpty();
    }

    @Test
    void aDraftOfAsManyToolsAsFitWithLongNamesAndSchemas_isStillAPolicy() {
        StringBuilder json = new StringBuilder("{\"tools\":[");
        for (int i = 0; i < 1_000; i++) {
            json.append(i == 0 ? "" : ",")
                    .append("{\"name\":\"")
                    .append("n".repeat(190))
                    .append(i);
            json.append("\",\"annotations\":{\"destructiveHint\":true},\"inputSchema\":{\"type\":\"object\",")
                    .append("\"description\":\"")
                    .append("x".repeat(400))
                    .append("\"}}");
        }
        assertThat(parse(Draft.of("p", "x", read(json.append("]}").toString()))).tools())
                .isNotEmpty();
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
        return document(draft).policy();
    }

    private static PolicyDocument document(String draft) {
        return PolicyFiles.parse("draft.yaml", draft.getBytes(StandardCharsets.UTF_8))
                .document();
    }

    private static CallFacts called(Contracts contracts, String tool, String args) {
        ProposedCall call = new ProposedCall(
                tool, Kind.READ, Json.parse(args.getBytes(StandardCharsets.UTF_8)), Optional.empty(), "agent", 1);
        return contracts.call(
                call, RunFacts.begin("run", contracts.document().policy().ceilings()));
    }
}
