package dev.interlock.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.outcome.GuardReading;
import dev.interlock.scenarios.Report;
import dev.interlock.scenarios.RunEnd;
import dev.interlock.scenarios.Scenario;
import dev.interlock.scenarios.World;
import dev.interlock.scenarios.table.Scenarios;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How the demo shows what came out. */
class DemoOutputTest {
    private static final Scenario SCENARIO =
            Scenarios.named("ended-at-the-cap-without-done").orElseThrow();
    private static final Report AS_EXPECTED = report(List.of());
    private static final Report OTHERWISE = report(List.of("executions: expected 3, was 4"));
    private static final Report BROKEN = Report.broken(SCENARIO, new IllegalStateException("no answer"), 1_234);

    private final StringWriter text = new StringWriter();

    @Test
    void table_hasALineForEachRunAndSaysWhatDiffers() {
        DemoTable table = new DemoTable(new PrintWriter(text), List.of(SCENARIO));
        table.add(AS_EXPECTED);
        table.add(OTHERWISE);
        table.add(BROKEN);
        table.end();
        assertThat(text).hasToString("""
              RUN                            TRIED    EXECUTED  STATUS   REASON       GUARD                     TIME
            ✔ ended-at-the-cap-without-done  page ×4  3         stopped  call_budget  calls 4 of 3              0.7 s
            ✘ ended-at-the-cap-without-done  page ×4  3         stopped  call_budget  calls 4 of 3              0.7 s
                executions: expected 3, was 4
            ✘ ended-at-the-cap-without-done  page ×4  0         -        -                                      1.2 s
                not played to its end: no answer

            3 scenarios, 2 not as expected.
            """);
    }

    @Test
    void json_hasTheFieldsOfTheContract() {
        assertThat(DemoJson.line(AS_EXPECTED)).isEqualTo("""
            {"scenario":"ended-at-the-cap-without-done","run_id":"run-1",\
            "expected":{"status":"stopped","reason":"call_budget"},\
            "status":"stopped","reason":"call_budget","executions":3,"dispatches":3,"ok":true}\
            """);
    }

    @Test
    void json_ofARunWithoutEnd_saysNullAndNotOk() {
        assertThat(DemoJson.line(BROKEN))
                .contains("\"run_id\":null")
                .contains("\"status\":null,\"reason\":null")
                .endsWith("\"ok\":false}");
    }

    @Test
    void tried_countsWhatComesInARow() {
        assertThat(Tried.text(Scenarios.named("third-identical-call-in-a-row").orElseThrow()))
                .isEqualTo("status ×2, log, status ×3");
        assertThat(Tried.text(Scenarios.named("three-hundred-calls-in-a-night").orElseThrow()))
                .isEqualTo("read-file ×300");
    }

    private static Report report(List<String> differences) {
        RunEnd end = new RunEnd(
                "run-1", SCENARIO.conclusion(), Optional.of(new GuardReading("calls", 3, 4)), Optional.empty());
        return new Report(SCENARIO, Map.of("run", end), new World.Tally(3, 3), differences, 700);
    }
}
