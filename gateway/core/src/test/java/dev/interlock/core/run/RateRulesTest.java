package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import dev.interlock.core.policy.RateRule;
import dev.interlock.core.policy.ToolLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many calls may be made in a time; row 11 of the contract's order. */
class RateRulesTest {

    @Test
    void callThatComesTooSoon_isDenied_andIsToldWhenItMayCome() {
        RunBench bench = bench(ToolLimits.ofRate(2, 1_000));
        assertThat(read(bench, "search", 1)).isEqualTo("ok");
        bench.at(1_400);
        assertThat(read(bench, "search", 2)).isEqualTo("ok");
        bench.at(1_700);
        assertThat(read(bench, "search", 3)).isEqualTo("rate_limit");
        assertThat(bench.last().verdict().guard()).contains(new GuardReading("tools.search.limits.rate", 2, 3));
        Outcome denied = bench.outcomes(Outcome.Type.DENIED).getLast();
        assertThat(denied.retryAfterMs()).isEqualTo(OptionalLong.of(300));
        bench.at(1_999);
        assertThat(read(bench, "search", 4)).isEqualTo("rate_limit");
        bench.at(2_000);
        assertThat(read(bench, "search", 5)).isEqualTo("ok");
    }

    @Test
    void rateOfATool_isItsOwn_andThatOfTheRunIsOfAllCalls() {
        RunBench tool = bench(ToolLimits.ofRate(1, 1_000));
        read(tool, "search", 1);
        assertThat(read(tool, "fetch", 2)).isEqualTo("ok");
        RunBench run = new RunBench(ofRun(Presets.balanced(), 1));
        read(run, "search", 1);
        assertThat(read(run, "fetch", 2)).isEqualTo("rate_limit");
        assertThat(run.last().verdict().guard()).contains(new GuardReading("rate", 1, 2));
    }

    /** It only says not yet; what ends a run that will not wait is that it is denied too often. */
    @Test
    void rate_endsNoRunByItself() {
        RunBench bench = new RunBench(ofRun(Presets.strict(), 1));
        read(bench, "search", 0);
        for (int i = 1; i <= 15; i++) {
            bench.proposeInTurn("p" + i, call("search", i), RunBench.AGENT, 1);
            assertThat(bench.last().verdict().reason()).contains(Reason.RATE_LIMIT);
            assertThat(bench.state().orElseThrow().phase()).isEqualTo(Phase.OPEN);
        }
    }

    @Test
    void callThatDidNotRun_isGivenBack() {
        RunBench bench = bench(ToolLimits.ofRate(1, 1_000));
        open(bench, "search", 1);
        bench.inForce(StopScope.TOOL, "search");
        bench.report(bench.idOf("p1"), RunBench.fenced(Effect.NONE));
        bench.lifted();
        assertThat(read(bench, "search", 2)).isEqualTo("ok");
        assertThat(read(bench, "search", 3)).isEqualTo("rate_limit");
    }

    /** What the gateway sends again by itself counts as well, and is not sent too soon. */
    @Test
    void gatewaysOwnRetries_keepTheRateToo() {
        RunBench bench = bench(ToolLimits.ofRate(2, 1_000));
        open(bench, "search", 1);
        bench.report(bench.idOf("p1"), RunBench.fenced(Effect.NONE));
        assertThat(bench.last().verdict().what()).isEqualTo(Verdict.What.RETRIED);
        assertThat(open(bench, "search", 2)).isEqualTo("rate_limit");
        bench.report(bench.idOf("p1"), RunBench.fenced(Effect.NONE));
        assertThat(bench.last().verdict().what()).isEqualTo(Verdict.What.TAKEN);
    }

    @Test
    void rate_isNotResetByProgressOrByAResume() {
        RunBench bench = bench(ToolLimits.ofRate(1, 100_000));
        open(bench, "search", 1);
        bench.report(bench.idOf("p1"), Contracted.ok("new"));
        bench.finish(Finish.Cause.AGENT);
        RunBench successor = Resuming.successor(bench);
        assertThat(read(successor, "search", 2)).isEqualTo("rate_limit");
    }

    /** Where one contract holds for several tools, each has its own rate, and beyond the first so many they share one. */
    @Test
    void toolsUnderOnePattern_areCountedEachForItself_inBoundedState() {
        Policy policy = Presets.balanced();
        RunBench bench =
                new RunBench(policy.with("t*", policy.fallback().orElseThrow().with(ToolLimits.ofRate(1, 1_000))));
        for (int i = 0; i < Rates.MOST_TOOLS; i++) {
            assertThat(read(bench, "t" + i, i)).isEqualTo("ok");
        }
        assertThat(read(bench, "t100", 100)).isEqualTo("ok");
        assertThat(read(bench, "t101", 101)).isEqualTo("rate_limit");
        assertThat(bench.state().orElseThrow().history().tallies().rates().tools())
                .hasSize(Rates.MOST_TOOLS + 1);
    }

    /** Replay: the seed is in the test's name. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void neverAreMoreSentThanTheRuleAllows_andNobodyWaitsAnEighthLongerThanItAsks(long seed) {
        Random random = new Random(seed);
        RateRule rule = new RateRule(1 + random.nextInt(20), 1 + random.nextInt(5_000));
        long eighth = (rule.perMs() + 7) / 8;
        List<Long> sent = new ArrayList<>();
        Pace pace = Pace.NONE;
        long atMs = 0;
        for (int i = 0; i < 5_000; i++) {
            atMs += random.nextInt(Math.toIntExact(2 + 3 * rule.perMs() / rule.calls()));
            long wait = pace.waitMs(rule, atMs);
            long now = atMs;
            long exact = sent.stream().filter(at -> at > now - rule.perMs()).count();
            long late =
                    sent.stream().filter(at -> at > now - rule.perMs() - eighth).count();
            assertThat(wait == 0).as("lets through at %s", atMs).isIn(exact < rule.calls(), false);
            if (late < rule.calls()) {
                assertThat(wait).as("at %s", atMs).isZero();
            }
            if (wait == 0) {
                pace = pace.sent(rule, atMs);
                sent.add(atMs);
            } else {
                assertThat(pace.waitMs(rule, atMs + wait))
                        .as("told at %s to wait %s", atMs, wait)
                        .isZero();
                assertThat(pace.waitMs(rule, atMs + wait - 1)).isPositive();
            }
            assertThat(pace.stretches()).hasSizeLessThanOrEqualTo(Pace.MOST_STRETCHES);
        }
    }

    @Test
    void toolsThatShareARate_needNoMoreRoom_howeverTheirTimesDiffer() {
        Pace pace = Pace.NONE;
        for (int i = 1; i <= 500; i++) {
            pace = pace.sent(new RateRule(9, i * 40L), i * 7L);
            assertThat(pace.stretches()).hasSizeLessThanOrEqualTo(Pace.MOST_STRETCHES);
        }
        assertThat(pace.counted(new RateRule(9, 20_000), 3_500)).isEqualTo(500);
    }

    private static RunBench bench(ToolLimits limits) {
        Policy policy = Presets.balanced();
        return new RunBench(
                policy.with("search", policy.fallback().orElseThrow().with(limits)));
    }

    private static Policy ofRun(Policy policy, int calls) {
        return policy.with(policy.ceilings().withRate(calls, 1_000));
    }

    private static Call call(String tool, int i) {
        return new Call(tool, Kind.READ, tool + i, "rule", Optional.empty(), tool + i);
    }

    private static String open(RunBench bench, String tool, int i) {
        return Contracted.said(bench.propose("p" + i, call(tool, i)));
    }

    private static String read(RunBench bench, String tool, int i) {
        String said = open(bench, tool, i);
        if (said.equals("ok")) {
            bench.report(bench.idOf("p" + i), Contracted.ok("result " + i));
        }
        return said;
    }
}
