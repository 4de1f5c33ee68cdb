package dev.interlock.backtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.backtest.trace.Trace;
import dev.interlock.backtest.trace.TraceFile;
import dev.interlock.policy.contract.Standards;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the default policy is held to, on the recorded runs that come with the project. */
class DefaultsTest {
    private static final Path TRACES = Path.of("traces");

    @Test
    void balanced_stopsNoSuccessfulRunOfAModernModel_andDeniesItNothingNew() throws IOException {
        Tally modern = played("tau").total();
        assertThat(modern.successful()).isEqualTo(83);
        assertThat(modern.falseStopped()).isZero();
        assertThat(modern.falseCostly()).isZero();
    }

    @Test
    void balanced_meetsMostOlderRunsThatHitTheirLimit_andSparesThemAThirdOfTheirCalls() throws IOException {
        Tally older = played("shell", "sql", "qa").total();
        assertThat(older.halted()).isEqualTo(1_116);
        assertThat(older.haltedStopped() * 100).isGreaterThanOrEqualTo(older.halted() * 60);
        assertThat(older.haltedAvoided() * 100).isGreaterThanOrEqualTo(older.haltedCalls() * 30);
    }

    @Test
    void runsPlayedTogether_areFoundAndCountedAsOneByOne() throws IOException {
        List<Trace> traces = new ArrayList<>();
        new TraceFile(TRACES.resolve("qa.jsonl.gz")).forEach(traces::add, bytes -> {});
        Backtest together = new Backtest(Standards.balanced().contracts());
        Backtest oneByOne = new Backtest(Standards.balanced().contracts());
        assertThat(together.play(traces))
                .isEqualTo(traces.stream().map(oneByOne::play).toList());
        assertThat(together.sources()).isEqualTo(oneByOne.sources());
        assertThat(together.guards()).isEqualTo(oneByOne.guards());
    }

    private static Backtest played(String... files) throws IOException {
        Backtest backtest = new Backtest(Standards.balanced().contracts());
        for (String file : files) {
            new TraceFile(TRACES.resolve(file + ".jsonl.gz")).forEach(backtest::play, bytes -> {});
        }
        return backtest;
    }
}
