package dev.interlock.policy.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Kind;
import dev.interlock.policy.PolicyFiles;
import dev.interlock.schemas.Json;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What <em>balanced</em> takes for not ready yet, of tools that nobody has described to it. */
class StandardsTest {
    private static final Contracts BALANCED = Standards.balanced().contracts();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":\"batch_1\",\"status\":\"in_progress\"}",
                "{\"id\":\"run_1\",\"status\":\"queued\",\"usage\":null}",
                "{\"status\":\"PENDING\"}",
                "{\"Status\":\"x\",\"state\":\"CREATE_IN_PROGRESS\"}",
                "{\"status\":\"InProgress\"}",
                "{\"status\":\"Running\"}",
                "{\"name\":\"operations/7\",\"done\":false,\"metadata\":{}}",
                "{\"kind\":\"Pod\",\"status\":{\"phase\":\"Pending\"}}",
                "{\"task\":{\"taskId\":\"7\",\"status\":\"working\"}}",
                "{\"content\":[],\"structuredContent\":{\"status\":\"processing\"}}",
                "\"pending\"",
                "\"Not ready\"",
                "\"running...\""
            })
    void aReadOfWorkThatGoesOn_isPending(String value) {
        assertThat(pending(Kind.READ, value)).isTrue();
        assertThat(pending(Kind.WRITE, value)).as("a write of the same answer").isFalse();
        assertThat(pending(Kind.MODEL, value)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"status\":\"completed\"}",
                "{\"status\":\"failed\"}",
                "{\"status\":\"requires_action\"}",
                "{\"status\":\"not pending\"}",
                "{\"status\":200,\"state\":[\"running\"],\"phase\":null}",
                "{\"name\":\"operations/7\",\"done\":true}",
                "{\"title\":\"a task\",\"done\":false}",
                "{\"text\":\"running\"}",
                "{}",
                "[]",
                "[{\"status\":\"running\"}]",
                "7",
                "null",
                "\"\"",
                "\"the job is running\"",
                "\"running low on disk\""
            })
    void anythingElse_isAnAnswer(String value) {
        assertThat(pending(Kind.READ, value)).isFalse();
    }

    @Test
    void whatExtendsBalanced_waitsAsItDoes_untilItSaysOtherwise() {
        PolicyDocument own = parse("tools: {job: {max_retries: 1}, other: {pending: null, poll: null}}");
        assertThat(own.terms("job").pending()).isEqualTo(own.terms("any").pending());
        assertThat(own.terms("job").pending()).isPresent();
        assertThat(own.policy().tools().get("job").poll())
                .isEqualTo(own.policy().fallback().orElseThrow().poll());
        assertThat(own.terms("other").pending()).isEmpty();
        assertThat(own.policy().tools().get("other").poll()).isEmpty();
    }

    @Test
    void whatIsSaidOfResultsByThemAlone_needsNoArguments() {
        assertThat(BALANCED.judgesResults("any")).isTrue();
        assertThat(BALANCED.judgesByArguments("any")).isFalse();
        Contracts asked =
                parse("tools: {job: {pending: call.args.id == value.id}}").contracts();
        assertThat(asked.judgesByArguments("job")).isTrue();
    }

    private static PolicyDocument parse(String rest) {
        return PolicyFiles.parse(
                        "p.yaml", ("{name: p, extends: balanced, " + rest + "}").getBytes(StandardCharsets.UTF_8))
                .document();
    }

    private static boolean pending(Kind kind, String value) {
        return BALANCED.result(Written.call(kind, "{}", null), Written.ok(), Optional.of(Json.parse(value)))
                .pending();
    }
}
