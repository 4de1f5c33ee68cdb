package dev.interlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.interlock.cli.exit.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BacktestCommandTest {
    private static final String TRACES = "../backtest/traces/qa.jsonl.gz";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Cli cli = new Cli();

    @TempDir
    private Path directory;

    @Test
    void json_hasTheSameCountsInAllAndForEachSource() throws IOException {
        assertThat(cli.run("backtest", "--policy", "balanced", "--json", TRACES))
                .isEqualTo(ExitCode.OK);
        JsonNode report = JSON.readTree(cli.out());
        assertThat(report.path("policy").textValue()).isEqualTo("balanced");
        assertThat(report.path("sources")).hasSize(2);
        report.path("total").properties().forEach(count -> {
            long sum = 0;
            for (JsonNode source : report.path("sources")) {
                sum += source.path(count.getKey()).longValue();
            }
            assertThat(sum).as(count.getKey()).isEqualTo(count.getValue().longValue());
        });
        assertThat(report.path("total").path("runs").longValue()).isEqualTo(287);
        assertThat(report.path("guards").path("same_call").longValue()).isPositive();
    }

    @Test
    void runs_haveOneLineEach_withWhatWasDeniedAndWhereItWasStopped() throws IOException {
        Path runs = directory.resolve("runs.jsonl");
        assertThat(cli.run("backtest", "--policy", "strict", "--json", "--runs", runs.toString(), TRACES))
                .isEqualTo(ExitCode.OK);
        List<String> lines = Files.readAllLines(runs);
        assertThat(lines).hasSize(287);
        long stopped = 0;
        for (String line : lines) {
            JsonNode run = JSON.readTree(line);
            assertThat(run.has("source") && run.has("run") && run.has("success"))
                    .isTrue();
            assertThat(run.path("stopped_at").isNull())
                    .isEqualTo(run.path("reason").isNull());
            stopped += run.path("stopped_at").isNull() ? 0 : 1;
        }
        JsonNode total = JSON.readTree(cli.out()).path("total");
        assertThat(stopped)
                .isEqualTo(total.path("true_stopped").longValue()
                        + total.path("false_stopped").longValue());
    }

    @Test
    void compare_listsTheRunsThatAreJudgedDifferently() {
        assertThat(cli.run("backtest", "--compare", "balanced", "strict", TRACES))
                .isEqualTo(ExitCode.OK);
        assertThat(cli.out().lines().toList())
                .anyMatch(line -> line.contains("balanced lets all calls through; strict stops it at call"))
                .last()
                .asString()
                .contains("of 287 runs are judged differently");
    }

    @Test
    void withoutJson_aPersonReadsSharesWithTheirIntervals() {
        assertThat(cli.run("backtest", TRACES)).isEqualTo(ExitCode.OK);
        assertThat(cli.out()).contains("all sources: 287 runs, 1089 calls").containsPattern("stopped +0 of 68 \\(");
    }

    @ParameterizedTest
    @CsvSource({
        "--policy=lenient, ../backtest/traces/qa.jsonl.gz, '--policy: must be '",
        "--json, nowhere.jsonl, 'TRACES: must be files that can be read, was nowhere.jsonl'",
        "--json, pom.xml, 'pom.xml:1: is no JSON'"
    })
    void whatCannotBeUsed_isNamed_andNothingIsPrinted(String option, String traces, String message) {
        assertThat(cli.run("backtest", option, traces)).isEqualTo(ExitCode.USAGE);
        assertThat(cli.err()).contains(message);
        assertThat(cli.out()).isEmpty();
    }
}
