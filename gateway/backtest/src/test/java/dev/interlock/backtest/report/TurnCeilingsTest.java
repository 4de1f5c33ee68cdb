package dev.interlock.backtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.backtest.trace.TraceFile;
import dev.interlock.policy.PolicyFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a ceiling of turns alone would have done in the recorded runs that come with the project, as the README has it. */
class TurnCeilingsTest {
    private static final Path TRACES = Path.of("traces");

    @ParameterizedTest(name = "{0} turns")
    @CsvSource({"5, 40, 49, 138, 1241", "8, 18, 30, 30, 1059", "10, 8, 18, 2, 28", "15, 0, 5, 0, 0", "30, 0, 0, 0, 0"})
    void aCeilingOfTurns_stopsSuccessfulRunsAndFailedOnes(
            int turns, long modernSuccessful, long modernFailed, long olderSuccessful, long olderFailed)
            throws IOException {
        Tally modern = played(turns, "tau");
        Tally older = played(turns, "shell", "sql", "qa");
        assertThat(modern.falseStopped()).isEqualTo(modernSuccessful);
        assertThat(modern.trueStopped()).isEqualTo(modernFailed);
        assertThat(older.falseStopped()).isEqualTo(olderSuccessful);
        assertThat(older.trueStopped()).isEqualTo(olderFailed);
    }

    private static Tally played(int turns, String... files) throws IOException {
        String policy = "name: turns\nextends: balanced\nceilings: {turns: " + turns
                + "}\notherwise: observe\nactions: {turn_budget: stop}\n";
        Backtest backtest = new Backtest(PolicyFiles.parse("turns.yaml", policy.getBytes(StandardCharsets.UTF_8))
                .document()
                .contracts());
        for (String file : files) {
            new TraceFile(TRACES.resolve(file + ".jsonl.gz")).forEach(backtest::play, bytes -> {});
        }
        return backtest.total();
    }
}
