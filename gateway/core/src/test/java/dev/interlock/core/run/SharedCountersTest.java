package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Result;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.core.policy.ToolLimits;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A tool that stands in for another is held to what that one has used: who changes the tool begins nothing anew. */
class SharedCountersTest {
    private static final ToolContract PLAIN = Presets.balanced().fallback().orElseThrow();

    @Test
    void callsOfBothCountTowardsTheLimitOfTheNamedTool() {
        RunBench bench = bench(PLAIN.with(ToolLimits.ofCalls(3)));
        assertThat(read(bench, "search", 1)).isEqualTo("ok");
        assertThat(read(bench, "mirror", 2)).isEqualTo("ok");
        assertThat(read(bench, "mirror", 3)).isEqualTo("ok");
        assertThat(read(bench, "mirror", 4)).isEqualTo("call_budget");
        assertThat(bench.last().verdict().guard()).contains(new GuardReading("tools.search.limits.calls", 3, 4));
    }

    @Test
    void openCallsOfBothCountTowardsWhatMayBeOpen() {
        RunBench bench = bench(PLAIN.with(ToolLimits.ofParallel(1)));
        assertThat(open(bench, "search", 1)).isEqualTo("ok");
        assertThat(open(bench, "mirror", 2)).isEqualTo("parallel_limit");
        RunBench other = bench(PLAIN.with(ToolLimits.ofParallel(1)));
        assertThat(open(other, "mirror", 1)).isEqualTo("ok");
        assertThat(open(other, "search", 2)).isEqualTo("parallel_limit");
    }

    @Test
    void callsOfBothCountTowardsTheRate() {
        RunBench bench = bench(PLAIN.with(ToolLimits.ofRate(1, 1_000)));
        assertThat(read(bench, "mirror", 1)).isEqualTo("ok");
        assertThat(read(bench, "search", 2)).isEqualTo("rate_limit");
    }

    @Test
    void failuresOfBothCountAsThoseOfOneTool() {
        RunBench bench = bench(PLAIN);
        int most = Presets.balanced().repetition().sameFailure();
        for (int i = 0; i < most; i++) {
            assertThat(brought(bench, i % 2 == 0 ? "search" : "mirror", i, Contracted.broken()))
                    .isEqualTo("ok");
        }
        assertThat(open(bench, "mirror", most)).isEqualTo("same_failure");
        assertThat(open(bench, "other", most + 1)).isEqualTo("ok");
    }

    @Test
    void aToolCountsAsOneThatCountsAsItself() {
        Policy named = Presets.balanced().with("search", PLAIN).with("mirror", PLAIN.countingAs("search"));
        assertThatThrownBy(() -> named.with("third", PLAIN.countingAs("mirror")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tools.third.counts_as");
        assertThatThrownBy(() -> named.with("third", PLAIN.countingAs("nobody")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("was nobody");
    }

    private static RunBench bench(ToolContract search) {
        return new RunBench(Presets.balanced().with("search", search).with("mirror", PLAIN.countingAs("search")));
    }

    private static String open(RunBench bench, String tool, int i) {
        Call call = new Call(tool, Kind.READ, tool + i, "rule", Optional.empty(), tool + i);
        return Contracted.said(bench.propose("p" + i, call));
    }

    private static String read(RunBench bench, String tool, int i) {
        return brought(bench, tool, i, Contracted.ok("result " + i));
    }

    private static String brought(RunBench bench, String tool, int i, Result result) {
        String said = open(bench, tool, i);
        if (said.equals("ok")) {
            bench.report(bench.idOf("p" + i), result);
        }
        return said;
    }
}
