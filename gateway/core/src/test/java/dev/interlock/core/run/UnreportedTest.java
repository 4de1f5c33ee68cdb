package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Result;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Action;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.PollRule;
import dev.interlock.core.policy.Presets;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.core.policy.ToolContract.Passing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls whose outcome nobody reports: neither a success nor a failure. */
class UnreportedTest {
    private final Policy balanced = quick(Presets.balanced());
    private Contracted run = on(balanced);
    private final List<String> dispatches = new ArrayList<>();

    /** No call is tried again by the gateway: what is told here is told of calls. */
    private static Policy quick(Policy policy) {
        return policy.with(contract -> contract.retryingOn(List.of(Passing.TRANSIENT)));
    }

    private static Contracted on(Policy policy) {
        return Contracted.run(policy, contract -> contract);
    }

    /** Asks, and nobody reports what came of it. */
    private String unreported(String what) {
        return unreported("u" + dispatches.size(), Contracted.read(what, Optional.empty()));
    }

    private String unreported(String id, Call call) {
        String said = Contracted.said(run.bench.propose(id, call));
        if (said.equals("ok")) {
            String dispatch = run.bench.idOf(id);
            dispatches.add(dispatch);
            run.bench.due(new Timer.Dispatch(dispatch, 1));
        }
        return said;
    }

    private RunState state() {
        return run.bench.state().orElseThrow();
    }

    /**
     * Decision table. A step is the call that is made and what it brings: u that nobody reports it, r one and the same
     * result, n a new result, f a failure that may pass, x one that does not; w is a write that changes something.
     */
    @ParameterizedTest(name = "{0}: {1} -> {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                // so many in a row of one tool, whatever is asked; then it is told, and counted anew
                "balanced  | au bu cu du            | ok ok ok no_progress",
                "balanced  | au bu cu dr du         | ok ok ok no_progress ok",
                "balanced  | au au au au au au au au | ok ok ok no_progress ok ok ok no_progress",
                // any outcome that is reported ends the row, a failure too
                "balanced  | au bu cn du eu fu gu   | ok ok ok ok ok ok no_progress",
                "balanced  | au bu cx du eu fu gu   | ok ok ok ok ok ok no_progress",
                "balanced  | au bu cf du eu fu gu   | ok ok ok ok ok ok no_progress",
                // it clears nothing: not what was counted of the same call,
                "balanced  | ar au ar ar            | ok ok ok same_call",
                "balanced  | ar ar au               | ok ok same_call",
                // not the row of failures, of which it is none,
                "balanced  | ax bx cx dx eu fx gx   | ok ok ok ok ok ok same_failure",
                "balanced  | ax bx cx dx eu fu gx   | ok ok ok ok ok ok ok",
                // not the row of equal results,
                "balanced  | ar br cr dr er fr gr hu ir jr | ok ok ok ok ok ok ok ok ok no_progress",
                // nor what was counted of blocks, in which it is no result
                "balanced  | an wn an wn au w       | ok ok ok ok ok ok",
                // five tries are for failures: what is not reported is no try that failed
                "balanced  | af af au af af af      | ok ok ok ok ok ok",
                "balanced  | af af au af af af af   | ok ok ok ok ok ok same_call",
                // strict counts calls, whatever came of them
                "strict    | au au au               | ok ok same_call",
                "strict    | au bu cu               | ok ok no_progress",
                // without a rule about it, it is a failure that may pass, as it was to the articles
                "article-d | au bu cu du eu         | ok ok ok ok ok",
                "article-b | au bu cu du            | ok ok ok no_progress",
            })
    void unreportedOutcome_isAStateOfItsOwn(String preset, String steps, String expected) {
        run = on(Presets.all().stream()
                .filter(p -> p.name().equals(preset))
                .map(UnreportedTest::quick)
                .map(p -> p.with(new Action.Deny(), Map.of()))
                .findFirst()
                .orElseThrow());
        List<String> said = new ArrayList<>();
        for (String step : steps.trim().split(" ")) {
            said.add(step(step.substring(0, 1), step.substring(1), said.size()));
        }
        assertThat(String.join(" ", said)).isEqualTo(expected.trim());
    }

    private String step(String what, String brings, int index) {
        return switch (brings) {
            case "u" -> unreported(what);
            case "r" -> run.ask(what, Contracted.ok("the same"));
            case "n" -> run.ask(what, Contracted.ok("new " + index));
            case "f" -> run.ask(what, Contracted.busy());
            case "x" -> run.ask(what, Contracted.broken());
            case "" -> run.ask(what, Contracted.ok("last"));
            default -> throw new IllegalArgumentException(brings);
        };
    }

    @Test
    void agentIsToldWhichGuardItIs_andWhatWasCounted() {
        for (int i = 0; i < 4; i++) {
            unreported("a" + i);
        }
        Outcome denial = run.bench.outcomes(Outcome.Type.DENIED).getLast();
        assertThat(denial.reason()).contains(Reason.NO_PROGRESS);
        assertThat(denial.guard()).contains(new GuardReading("unreported", 3, 4));
    }

    /** Three times the agent is told, and three calls may follow each time; the fourth time ends the run. */
    @Test
    void everyRungOfBalanced_isReached() {
        run = on(Presets.balanced());
        List<String> said = new ArrayList<>();
        for (int i = 0; i < 40 && state(run).map(RunState::judges).orElse(true); i++) {
            said.add(outlived(run, "a" + i));
        }
        assertThat(said)
                .containsExactly(
                        "ok",
                        "ok",
                        "ok",
                        "no_progress",
                        "ok",
                        "ok",
                        "ok",
                        "no_progress",
                        "ok",
                        "ok",
                        "ok",
                        "no_progress",
                        "ok",
                        "ok",
                        "ok",
                        "no_progress");
        assertThat(run.bench.outcomes(Outcome.Type.TERMINAL).getLast().reason()).contains(Reason.NO_PROGRESS);
    }

    private static Optional<RunState> state(Contracted run) {
        return run.bench.state();
    }

    /** Asks, and waits for the end of each attempt as long as it may take. */
    private String outlived(Contracted asked, String what) {
        String said = Contracted.said(asked.bench.propose(what, Contracted.read(what, Optional.empty())));
        while (said.equals("ok") && !asked.bench.idOf(what).equals("none")) {
            OpenCall open = asked.bench.state().orElseThrow().open().get(asked.bench.idOf(what));
            asked.after(open.contract().timeoutMs());
            asked.bench.due(new Timer.Dispatch(open.id(), open.attempt()));
        }
        return said;
    }

    /** At its numbers the minute of strict is over first, unless a tool has less time than most. */
    @Test
    void inStrict_theDeadlineComesFirst_unlessAToolHasLessTime() {
        run = on(Presets.strict());
        assertThat(outlived(run, "a")).isEqualTo("ok");
        assertThat(outlived(run, "b")).isEqualTo("deadline");
        run = Contracted.run(Presets.strict(), UnreportedTest::brief);
        assertThat(outlived(run, "a")).isEqualTo("ok");
        assertThat(outlived(run, "b")).isEqualTo("ok");
        assertThat(outlived(run, "c")).isEqualTo("no_progress");
    }

    private static ToolContract brief(ToolContract contract) {
        return new ToolContract(2_000, 2_000, 0, 0, 0, 2, false, false, 0, 0, 0, contract.progress());
    }

    @Test
    void callsMadeSideBySide_countOnce() {
        for (int i = 0; i < 6; i++) {
            run.bench.proposeInTurn("p" + i, Contracted.read("a" + i, Optional.empty()), RunBench.AGENT, 1);
        }
        for (int i = 0; i < 6; i++) {
            run.bench.due(new Timer.Dispatch(run.bench.idOf("p" + i), 1));
        }
        run.bench.proposeInTurn("next", Contracted.read("b", Optional.empty()), RunBench.AGENT, 2);
        assertThat(run.bench.last().verdict().what()).isEqualTo(Verdict.What.GRANTED);
    }

    @Test
    void otherTools_goOn() {
        for (int i = 0; i < 4; i++) {
            unreported("a" + i);
        }
        Call other = new Call("other", Kind.READ, "other", "rule", Optional.empty(), "other");
        assertThat(unreported("other", other)).isEqualTo("ok");
    }

    @Test
    void nobodyIdlesByIt_andThereIsNoProgressInIt() {
        run.ask("a", Contracted.ok("known"));
        run.ask("b", Contracted.ok("known"));
        int idle = state().progress().idle();
        unreported("c");
        assertThat(state().progress().idle()).isEqualTo(idle).isPositive();
    }

    @Test
    void rulesAreTold_thatNobodyKnows() {
        unreported("a");
        assertThat(state().history().tallies().went().get(Contracted.TOOL))
                .isEqualTo(new Went(0, 0, 1, Went.How.UNKNOWN));
    }

    /** A poll of which one answer was lost is a poll still. */
    @Test
    void aPoll_goesOnAsItWas() {
        run = Contracted.run(balanced, contract -> contract.with(new PollRule(9, 0, 60_000)));
        run.ask("job", Contracted.pending("running"));
        run.ask("job", Contracted.pending("running"));
        unreported("job");
        assertThat(run.ask("job", Contracted.pending("running"))).isEqualTo("ok");
        assertThat(run.ask("job", Contracted.pending("running"))).isEqualTo("ok");
    }

    @Test
    void aPollOfWhichNothingIsReported_isRefusedLikeAnyCall() {
        run = Contracted.run(balanced, contract -> contract.with(new PollRule(9, 0, 60_000)));
        run.ask("job", Contracted.pending("running"));
        for (int i = 0; i < 3; i++) {
            assertThat(unreported("job")).isEqualTo("ok");
        }
        assertThat(unreported("job")).isEqualTo("no_progress");
    }

    @Test
    void anOutcomeThatComesLate_endsTheRow_butIsNoResultOfTheCall() {
        for (int i = 0; i < 3; i++) {
            unreported("a");
        }
        RunDecision late = run.bench.report(dispatches.get(2), Contracted.ok("at last"));
        assertThat(late.verdict().what()).isEqualTo(Verdict.What.NOTED);
        assertThat(late.effects()).isEmpty();
        assertThat(unreported("a")).isEqualTo("ok");
        assertThat(run.bench
                        .report(dispatches.get(2), Contracted.ok("again"))
                        .verdict()
                        .what())
                .isEqualTo(Verdict.What.IGNORED);
    }

    @Test
    void aWorkerThatOnlySaysThatTimeIsOver_reportsNoOutcome() {
        for (int i = 0; i < 3; i++) {
            unreported("a" + i);
        }
        run.bench.report(dispatches.get(2), TimedOutReadTest.TIMED_OUT);
        run.bench.report(dispatches.get(2), RunBench.fenced(dev.interlock.core.fact.Effect.NONE));
        assertThat(unreported("b")).isEqualTo("no_progress");
    }

    /** What a tool brings and what it never brings are counted apart. */
    @Test
    void beingToldOfTheOne_forgivesNothingOfTheOther() {
        run = on(balanced.with(new Action.Deny(), Map.of()));
        for (int i = 0; i < 7; i++) {
            run.ask("a" + i, Contracted.ok("the same"));
        }
        for (int i = 0; i < 3; i++) {
            assertThat(unreported("b" + i)).isEqualTo("ok");
        }
        assertThat(unreported("c")).isEqualTo("no_progress");
        assertThat(run.ask("d", Contracted.ok("the same"))).isEqualTo("ok");
        assertThat(run.ask("e", Contracted.ok("the same"))).isEqualTo("no_progress");
        assertThat(run.bench.outcomes(Outcome.Type.DENIED).getLast().guard())
                .contains(new GuardReading("same_result", 8, 9));
    }

    /** A tool that counts as another is told of under that name, too. */
    @Test
    void toolsThatShareCounters_areToldTogether() {
        ToolContract search = balanced.contract(Contracted.TOOL).orElseThrow();
        run = on(balanced.with(Contracted.TOOL, search).with("mirror", search.countingAs(Contracted.TOOL)));
        for (int i = 0; i < 3; i++) {
            assertThat(unreported("m" + i, mirror("m" + i))).isEqualTo("ok");
        }
        assertThat(unreported("m3", mirror("m3"))).isEqualTo("no_progress");
        assertThat(unreported("m4", mirror("m4"))).isEqualTo("ok");
    }

    private static Call mirror(String what) {
        return new Call("mirror", Kind.READ, what, "rule", Optional.empty(), what);
    }

    private static Result late() {
        return Contracted.ok("late");
    }

    @Test
    void anOutcomeOfACallNobodyWaitsFor_isIgnoredAsBefore() {
        run.ask("a", Contracted.ok("one"));
        assertThat(run.bench.report("no such dispatch", late()).verdict().what())
                .isEqualTo(Verdict.What.IGNORED);
    }
}
