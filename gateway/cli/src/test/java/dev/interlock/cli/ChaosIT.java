package dev.interlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.interlock.cli.exit.ExitCode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A short run of chaos, as anybody can start it. Longer ones, and other seeds, are for whoever has the time. */
class ChaosIT {
    private static final String COMMAND = "chaos --seconds 20 --seed 1 --json";

    private static final List<String> FORBIDDEN = List.of(
            "duplicate_effects",
            "lost_proposals",
            "dispatch_after_end",
            "dispatch_after_stop",
            "budget_overruns",
            "violations");

    private final Cli cli = new Cli();

    @Test
    void promisesAreKept_whileGatewaysWorkersAndTheBrokerAreKilledAndFrozen() throws IOException {
        int exitCode = cli.run(COMMAND.split(" "));
        System.out.println("[cli] ./interlock " + COMMAND + ": " + cli.out());

        assertThat(cli.out()).hasLineCount(1);
        JsonNode report = new ObjectMapper().readTree(cli.out());
        Map<String, Integer> counts = report.properties().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, count -> count.getValue().intValue()));
        assertThat(counts)
                .containsKeys(
                        "proposals",
                        "decisions",
                        "kills",
                        "freezes",
                        "restarts",
                        "duplicate_effects",
                        "lost_proposals",
                        "dispatch_after_end",
                        "dispatch_after_stop",
                        "budget_overruns",
                        "open_unknown",
                        "violations");
        assertThat(FORBIDDEN)
                .as(cli.err())
                .allSatisfy(name -> assertThat(counts).containsEntry(name, 0));
        assertThat(exitCode).as(cli.err()).isEqualTo(ExitCode.OK);
        assertThat(List.of("proposals", "kills", "freezes", "restarts", "triggered_runs", "shared_operations"))
                .allSatisfy(name -> assertThat(counts.get(name)).isPositive());
        assertThat(counts.get("decisions")).isGreaterThan(counts.get("proposals"));
    }
}
