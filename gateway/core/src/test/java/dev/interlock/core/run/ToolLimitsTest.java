package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Ceiling;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import dev.interlock.core.policy.ToolLimits;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Ceilings of one tool; row 11 of the contract's order. */
class ToolLimitsTest {

    @Test
    void callsOfOneTool_haveACeilingOfTheirOwn() {
        RunBench bench = bench("search", ToolLimits.ofCalls(2));
        assertThat(read(bench, "search", 1)).isEqualTo("ok");
        assertThat(read(bench, "fetch", 2)).isEqualTo("ok");
        assertThat(read(bench, "search", 3)).isEqualTo("ok");
        assertThat(read(bench, "fetch", 4)).isEqualTo("ok");
        assertThat(read(bench, "search", 5)).isEqualTo("call_budget");
        assertThat(bench.last().verdict().guard()).contains(new GuardReading("tools.search.limits.calls", 2, 3));
    }

    @Test
    void callsOfOneToolOpenAtOneTime_haveACeilingOfTheirOwn() {
        RunBench bench = bench("search", ToolLimits.ofParallel(2));
        open(bench, "search", 1);
        open(bench, "search", 2);
        assertThat(open(bench, "fetch", 3)).isEqualTo("ok");
        assertThat(open(bench, "search", 4)).isEqualTo("parallel_limit");
        assertThat(bench.last().verdict().guard()).contains(new GuardReading("tools.search.limits.parallel", 2, 3));
        bench.report(bench.idOf("p1"), Contracted.ok("1"));
        assertThat(open(bench, "search", 5)).isEqualTo("ok");
    }

    @Test
    void ceilingOfNone_letsNothingThrough() {
        assertThat(read(bench("search", ToolLimits.ofCalls(0)), "search", 1)).isEqualTo("call_budget");
        assertThat(read(bench("search", ToolLimits.ofParallel(0)), "search", 1)).isEqualTo("parallel_limit");
    }

    /** Where one contract holds for several tools, each has its own count, and beyond the first so many they share one. */
    @Test
    void toolsUnderOnePattern_areCountedEachForItself_inBoundedState() {
        RunBench bench = new RunBench(limited(Presets.balanced(), "t*", ToolLimits.ofCalls(2)));
        int tools = Tallies.MOST_TOOLS;
        for (int i = 0; i < tools; i++) {
            assertThat(read(bench, "t" + i, i)).isEqualTo("ok");
        }
        assertThat(read(bench, "t" + tools, 1_000)).isEqualTo("ok");
        assertThat(read(bench, "t" + (tools + 1), 1_001)).isEqualTo("ok");
        assertThat(read(bench, "t0", 1_002)).isEqualTo("ok");
        assertThat(tallies(bench).calls())
                .hasSize(tools + 1)
                .containsEntry("t0", 2)
                .containsEntry("", 2);
        assertThat(read(bench, "t" + (tools + 2), 1_003)).isEqualTo("call_budget");
    }

    @Test
    void ofToolsWithoutACeiling_onlyHowTheyWentIsCounted() {
        RunBench bench = bench("search", ToolLimits.ofParallel(9));
        read(bench, "search", 1);
        read(bench, "fetch", 2);
        Went once = new Went(1, 0, 0, Went.How.SUCCEEDED);
        assertThat(tallies(bench))
                .isEqualTo(
                        new Tallies(Map.of(), Map.of(), Map.of(), Rates.NONE, Map.of("search", once, "fetch", once)));
    }

    @Test
    void callThatDidNotRun_isGivenBack() {
        RunBench bench = bench("search", ToolLimits.ofCalls(1));
        open(bench, "search", 1);
        bench.inForce(StopScope.TOOL, "search");
        bench.report(bench.idOf("p1"), RunBench.fenced(Effect.NONE));
        bench.lifted();
        assertThat(tallies(bench).calls()).isEqualTo(Map.of("search", 0));
        assertThat(read(bench, "search", 2)).isEqualTo("ok");
        assertThat(read(bench, "search", 3)).isEqualTo("call_budget");
    }

    @Test
    void refusedWrite_isGivenBack_andACommittedOneIsReplayedForNothing() {
        RunBench bench = bench("pay", ToolLimits.ofCalls(1));
        bench.write("w1", "op-1", "1");
        bench.answer(
                Answer.To.REQUEST,
                Answer.Verdict.REFUSED,
                bench.idOf("w1"),
                Optional.empty(),
                Optional.of(Reason.OPERATION_IN_FLIGHT));
        bench.write("w2", "op-2", "2");
        bench.answer(Answer.To.REQUEST, Answer.Verdict.GRANTED, bench.idOf("w2"), Optional.empty());
        bench.answer(
                Answer.To.REQUEST,
                Answer.Verdict.COMMITTED,
                bench.idOf("w2"),
                Optional.of(RunBench.result(ResultStatus.OK, Effect.COMMITTED, 0, false)));
        assertThat(bench.write("w3", "op-2", "2").verdict().what()).isEqualTo(Verdict.What.REPLAY_REQUESTED);
        assertThat(bench.write("w4", "op-4", "4").verdict().reason()).contains(Reason.CALL_BUDGET);
    }

    /** Not by progress, not by a grant of the run's calls, and not by a resume. */
    @Test
    void ceilingOfATool_isNeverReset() {
        RunBench bench = bench("search", ToolLimits.ofCalls(1));
        open(bench, "search", 1);
        bench.report(bench.idOf("p1"), RunBench.result(ResultStatus.OK, Effect.NONE, 7, false));
        bench.grant("grant-1", Ceiling.CALLS, 9);
        bench.finish(Finish.Cause.AGENT);
        RunBench successor = Resuming.successor(bench);
        assertThat(read(successor, "search", 2)).isEqualTo("call_budget");
    }

    private static RunBench bench(String tool, ToolLimits limits) {
        return new RunBench(limited(Presets.balanced(), tool, limits));
    }

    private static Policy limited(Policy policy, String tool, ToolLimits limits) {
        return policy.with(tool, policy.fallback().orElseThrow().with(limits));
    }

    private static String open(RunBench bench, String tool, int i) {
        String what = tool + i;
        return Contracted.said(bench.propose("p" + i, new Call(tool, Kind.READ, what, "rule", Optional.empty(), what)));
    }

    private static String read(RunBench bench, String tool, int i) {
        String said = open(bench, tool, i);
        if (said.equals("ok")) {
            bench.report(bench.idOf("p" + i), Contracted.ok("result " + i));
        }
        return said;
    }

    private static Tallies tallies(RunBench bench) {
        return bench.state().orElseThrow().history().tallies();
    }
}
