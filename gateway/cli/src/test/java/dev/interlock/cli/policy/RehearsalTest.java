package dev.interlock.cli.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import dev.interlock.policy.PolicyFiles;
import dev.interlock.policy.draft.Draft;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RehearsalTest {

    @Test
    void everyGuardOfBalanced_fires() {
        assertThat(rehearsed(Presets.balanced())).isEmpty();
    }

    @Test
    void inStrict_aCycleIsFoundOnlySideBySide() {
        assertThat(rehearsed(Presets.strict()))
                .containsExactly("repetition.cycle.repeats: short_cycle fires only where calls are made side by side:"
                        + " no_progress comes before it");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "repetition: {identical: {allowed: 5}, idle: 3} | repetition.identical.allowed: same_call never fires"
                        + " at these numbers: no_progress comes before it",
                "ceilings: {turns: 10}, repetition: {idle: 12} | repetition.idle: no_progress never fires at these"
                        + " numbers: turn_budget comes before it",
                "repetition: {same_failure: 40} | repetition.same_failure: same_failure never fires at these numbers:"
                        + " no_progress comes before it"
            })
    void aGuardBehindAnother_isNamedWithIt(String changes, String warning) {
        String yaml = "{name: p, extends: balanced, " + changes + "}";
        Policy policy = PolicyFiles.parse("p.yaml", yaml.getBytes(StandardCharsets.UTF_8))
                .policy();
        assertThat(rehearsed(policy)).contains(warning);
    }

    @Test
    void aDraftOfRecordedRuns_hasAContractForEachToolTheyCalled(@TempDir Path directory) throws IOException {
        Path traces = Files.writeString(
                directory.resolve("traces.jsonl"),
                """
                {"source":"s","run":"r","success":true,"halted":false,"calls":[
                """.strip() + call("look", "read", "1") + "," + call("pay", "write", "2") + "]}\n");
        String draft = Draft.of("p", "traces.jsonl", Origin.of(traces).tools());
        assertThat(PolicyFiles.parse("draft.yaml", draft.getBytes(StandardCharsets.UTF_8))
                        .policy()
                        .tools())
                .containsOnlyKeys("look", "pay");
        assertThat(draft).contains("# Seen 1 times, 1 of them as a read; 0 failed.");
    }

    private static String call(String tool, String kind, String result) {
        return "{\"tool\":\"" + tool + "\",\"args\":{},\"kind\":\"" + kind + "\",\"result_hash\":\"" + result
                + "\",\"result_hash_norm\":\"" + result + "\",\"result_len\":1,\"error\":false}";
    }

    private static List<String> rehearsed(Policy policy) {
        return Rehearsal.of(policy).stream()
                .map(warning -> warning.field() + ": " + warning.text())
                .toList();
    }
}
