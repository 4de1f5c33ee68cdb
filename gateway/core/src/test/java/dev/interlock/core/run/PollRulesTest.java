package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Result;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Action;
import dev.interlock.core.policy.Ceilings;
import dev.interlock.core.policy.PageRule;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.PollRule;
import dev.interlock.core.policy.Presets;
import dev.interlock.core.policy.ToolLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is asked again because it was not ready; row 10 of the contract's order. */
class PollRulesTest {
    private static final PollRule RULE = new PollRule(100, 1_000, 60_000);

    /**
     * Decision table. A step is a time in ms and what the call brings: p that it is not ready, r one and the same result, n
     * a new result, f a failure that may pass, x one that does not.
     */
    @ParameterizedTest(name = "{0}, most {1}, every {2}, within {3}: {4} -> {5}")
    @CsvSource(
            delimiter = '|',
            value = {
                // without a contract a poll is a repetition
                "article-d | 0 | 0    | 0     | 0p 1p 2p                | ok ok same_call",
                "strict    | 0 | 0    | 0     | 0p 1p 2p                | ok ok same_call",
                // with one it is none, whatever the repetition rules are
                "balanced  | 9 | 0    | 60000 | 0p 1p 2p 3p 4p 5p 6r    | ok ok ok ok ok ok ok",
                "strict    | 9 | 0    | 60000 | 0p 1p 2p 3p 4p 5p 6r    | ok ok ok ok ok ok ok",
                "article-c | 9 | 0    | 60000 | 0p 1p 2p 3p 4p 5p 6r    | ok ok ok ok ok ok ok",
                "article-d | 9 | 0    | 60000 | 0p 1p 2p 3p 4p 5p 6r    | ok ok ok ok ok ok ok",
                // so many calls, the first among them
                "balanced  | 1 | 0    | 60000 | 0p 1p                   | ok poll_limit",
                "balanced  | 3 | 0    | 60000 | 0p 1p 2p 3p             | ok ok ok poll_limit",
                // so long since the first
                "balanced  | 9 | 0    | 100   | 0p 50p 99p 100p         | ok ok ok poll_deadline",
                // so far apart
                "balanced  | 9 | 10   | 60000 | 0p 9p 10p 19p 20p       | ok poll_too_fast ok poll_too_fast ok",
                // which of them comes first
                "balanced  | 1 | 10   | 5     | 0p 5p                   | ok poll_limit",
                "balanced  | 9 | 10   | 5     | 0p 5p                   | ok poll_deadline",
                // what is ready ends it: from then on the same call is a repetition, and the next wait a new poll
                "balanced  | 3 | 0    | 60000 | 0p 1p 2r 3r 4r          | ok ok ok ok same_call",
                "balanced  | 3 | 0    | 60000 | 0p 1p 2r 3p 4p 5p 6p    | ok ok ok ok ok ok poll_limit",
                "balanced  | 3 | 0    | 60000 | 0p 1x 2p 3p 4p 5p       | ok ok ok ok ok poll_limit",
                "balanced  | 9 | 10   | 60000 | 0r 1r 2r                | ok ok same_call",
                // a failure that may pass neither ends it nor lets it begin anew
                "balanced  | 4 | 0    | 60000 | 0p 1f 2p 3p 4p          | ok ok ok ok poll_limit",
                "balanced  | 9 | 10   | 60000 | 0p 10f 15p 20p          | ok ok poll_too_fast ok",
                "balanced  | 9 | 0    | 60000 | 0p 1f 2f 3f 4f 5f 6f    | ok ok ok ok ok ok same_call",
            })
    void poll_isHeldToItsContract(String preset, int most, long everyMs, long withinMs, String steps, String expected) {
        Policy policy = Presets.all().stream()
                .filter(p -> p.name().equals(preset))
                .findFirst()
                .orElseThrow();
        Contracted run =
                Contracted.run(patient(policy), c -> most == 0 ? c : c.with(new PollRule(most, everyMs, withinMs)));
        long begun = run.bench.clock();
        List<String> said = new ArrayList<>();
        for (String step : steps.trim().split(" ")) {
            run.bench.at(begun + Long.parseLong(step.substring(0, step.length() - 1)));
            said.add(run.ask("job", brings(step, said.size())));
        }
        assertThat(String.join(" ", said)).isEqualTo(expected.trim());
    }

    private static Result brings(String step, int index) {
        return switch (step.charAt(step.length() - 1)) {
            case 'p' -> Contracted.pending("running");
            case 'r' -> Contracted.ok("ready");
            case 'n' -> Contracted.ok("ready " + index);
            case 'f' -> Contracted.busy();
            case 'x' -> Contracted.broken();
            default -> throw new IllegalArgumentException(step);
        };
    }

    @Test
    void pollThatIsTooFast_isToldWhenToAskAgain() {
        Contracted run = Contracted.run(Presets.balanced(), c -> c.with(RULE));
        run.ask("job", Contracted.pending("running"));
        assertThat(run.after(400).ask("job", Contracted.pending("running"))).isEqualTo("poll_too_fast");
        Outcome denial = run.bench.outcomes(Outcome.Type.DENIED).get(0);
        assertThat(denial.guard()).contains(new GuardReading("poll_too_fast", 1_000, 400));
        assertThat(denial.retryAfterMs()).isEqualTo(OptionalLong.of(600));
    }

    @Test
    void poll_neitherIdlesNorAdvances_soThatOthersMayGoOn() {
        Contracted run = Contracted.run(Presets.balanced(), c -> c.with(RULE));
        for (int i = 0; i < 60; i++) {
            run.after(900);
            run.ask(i % 2 == 0 ? "job" : "other job", Contracted.pending("running"));
        }
        assertThat(state(run).progress().idle()).isLessThanOrEqualTo(1);
        assertThat(run.ask("file", Contracted.ok("text"))).isEqualTo("ok");
    }

    @Test
    void manyJobsThatAreNotReady_areNotOneAnswerToDifferentQuestions() {
        Contracted run = Contracted.run(Presets.balanced(), c -> c.with(RULE));
        assertThat(IntStream.range(0, 40).mapToObj(i -> run.ask("job " + i, Contracted.pending("running"))))
                .containsOnly("ok");
    }

    @Test
    void pollsCountTowardsEveryCeiling() {
        Policy five = Presets.balanced().with(ceilings(Presets.balanced(), 5));
        Contracted run = Contracted.run(five, c -> c.with(new PollRule(100, 0, 60_000)));
        assertThat(polled(run, 6)).containsExactly("ok", "ok", "ok", "ok", "ok", "call_budget");
        Contracted limited = Contracted.run(
                Presets.balanced(), c -> c.with(new PollRule(100, 0, 60_000)).with(ToolLimits.ofCalls(3)));
        assertThat(polled(limited, 4)).containsExactly("ok", "ok", "ok", "call_budget");
    }

    @Test
    void pollsOfOneTurn_allCount() {
        Contracted run = Contracted.run(Presets.balanced(), c -> c.with(new PollRule(3, 0, 60_000)));
        for (int i = 0; i < 3; i++) {
            run.bench.proposeInTurn("twin" + i, Contracted.read("job", Optional.empty()), RunBench.AGENT, 1);
        }
        for (int i = 0; i < 3; i++) {
            run.bench.report(run.bench.idOf("twin" + i), Contracted.pending("running"));
        }
        assertThat(poll(run).asked()).isEqualTo(3);
        assertThat(run.ask("job", Contracted.pending("running"))).isEqualTo("poll_limit");
    }

    @Test
    void pollThatDidNotRun_isGivenBack() {
        Contracted run = Contracted.run(Presets.balanced(), c -> c.with(new PollRule(2, 0, 60_000)));
        run.ask("job", Contracted.pending("running"));
        run.bench.propose("fenced", Contracted.read("job", Optional.empty()));
        assertThat(poll(run).asked()).isEqualTo(2);
        for (int i = 0; i < 5; i++) {
            run.bench.report(run.bench.idOf("fenced"), RunBench.fenced(Effect.NONE));
        }
        assertThat(poll(run).asked()).isEqualTo(1);
        assertThat(run.ask("job", Contracted.pending("running"))).isEqualTo("ok");
        assertThat(run.ask("job", Contracted.pending("running"))).isEqualTo("poll_limit");
    }

    /** Where the limit is only watched, what is beyond it is no poll any more. */
    @Test
    void beyondAContractThatIsOnlyWatched_aPollIsARepetitionAgain() {
        Policy watching = Watching.only(Presets.balanced(), Reason.POLL_LIMIT);
        Contracted run = Contracted.run(watching, c -> c.with(new PollRule(4, 0, 60_000)));
        assertThat(polled(run, 5)).containsExactly("ok", "ok", "ok", "ok", "same_call");
    }

    @Test
    void pendingWithoutAContract_isAnyResult() {
        Contracted run = Contracted.run(Presets.strict(), c -> c);
        polled(run, 2);
        assertThat(state(run).history().tallies())
                .isEqualTo(new Tallies(
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Rates.NONE,
                        Map.of(Contracted.TOOL, new Went(2, 0, 0, Went.How.SUCCEEDED))));
        assertThat(state(run).history().calls())
                .allSatisfy(c -> assertThat(c.mark().orElseThrow().pending()).isFalse());
    }

    @Test
    void whatIsKnownOfPolls_isBounded_andTheOneAskedLongestAgoIsForgotten() {
        Contracted run = Contracted.run(Presets.balanced(), c -> c.with(new PollRule(100, 0, 60_000)));
        for (int i = 0; i <= Tallies.MOST_POLLS; i++) {
            run.ask("job " + i, Contracted.pending("running"));
        }
        Map<String, Tallies.Poll> polls = state(run).history().tallies().polls();
        assertThat(polls).hasSize(Tallies.MOST_POLLS).doesNotContainKey("searchjob 0");
    }

    @Test
    void aPersonWhoSpeaks_clearsPollsAndPages_butNoCeiling() {
        Contracted run = Contracted.run(
                Presets.balanced(),
                c -> c.with(RULE).with(ToolLimits.ofCalls(9)).with(new PageRule(9)));
        run.ask("job", Contracted.pending("running"));
        run.page("list", "", "a");
        assertThat(state(run).history().tallies().sweeps()).hasSize(1);
        RunChange spoke = new RunChange.UserSpoke(1, true);
        Tallies left =
                RunFold.apply(run.bench.state(), spoke).orElseThrow().history().tallies();
        assertThat(left)
                .isEqualTo(new Tallies(
                        Map.of(Contracted.TOOL, 2),
                        Map.of(),
                        Map.of(),
                        Rates.NONE,
                        Map.of(Contracted.TOOL, new Went(2, 0, 0, Went.How.SUCCEEDED))));
        RunChange unheard = new RunChange.UserSpoke(1, false);
        assertThat(RunFold.apply(run.bench.state(), unheard)
                        .orElseThrow()
                        .history()
                        .tallies())
                .isEqualTo(state(run).history().tallies());
    }

    @Test
    void pollsOfAnEndedRun_areNotCarriedOver() {
        Contracted run = Contracted.run(Presets.balanced(), c -> c.with(RULE).with(ToolLimits.ofCalls(9)));
        run.ask("job", Contracted.pending("running"));
        run.bench.finish(Finish.Cause.AGENT);
        assertThat(state(run).history().tallies().polls()).isEmpty();
        assertThat(state(run).history().tallies().calls()).isEqualTo(Map.of(Contracted.TOOL, 1));
    }

    @Test
    void poll_deniesThreeTimesInBalanced_andThenStops() {
        Contracted run = Contracted.run(Presets.balanced(), c -> c.with(new PollRule(2, 0, 60_000)));
        assertThat(polled(run, 6)).containsExactly("ok", "ok", "poll_limit", "poll_limit", "poll_limit", "poll_limit");
        assertThat(run.bench.outcomes(Outcome.Type.TERMINAL).get(0).reason()).contains(Reason.POLL_LIMIT);
    }

    private static List<String> polled(Contracted run, int times) {
        List<String> said = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            said.add(run.after(1).ask("job", Contracted.pending("running")));
        }
        return said;
    }

    private static Ceilings ceilings(Policy policy, int calls) {
        Ceilings c = policy.ceilings();
        return new Ceilings(
                c.turns(),
                calls,
                c.modelCalls(),
                c.wallClockMs(),
                c.retries(),
                c.handoffs(),
                c.parallel(),
                c.denials());
    }

    /** The same, but it only denies, so that a table can go on after a denial. */
    private static Policy patient(Policy policy) {
        return policy.with(new Action.Deny(), Map.of());
    }

    private static RunState state(Contracted run) {
        return run.bench.state().orElseThrow();
    }

    private static Tallies.Poll poll(Contracted run) {
        return state(run).history().tallies().polls().get("searchjob");
    }
}
