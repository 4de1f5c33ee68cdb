package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import dev.interlock.core.policy.Repetition;
import dev.interlock.core.policy.Repetition.Span;
import dev.interlock.core.policy.SameCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What counts as repeating where a tool has a word of its own on it, and where a few calls come again and again. */
class OwnRepetitionTest {
    private static final Policy BALANCED = Presets.balanced();

    /**
     * Decision table. A letter is a call of its own; s is one of the tool that has the rule, w one of that tool that brings
     * something else each time, others are of other tools; what a letter brings is always the same.
     */
    @ParameterizedTest(name = "allowed {0}, {1}, window {2}: {3} -> {4}")
    @CsvSource(
            delimiter = '|',
            value = {
                // as the policy has it for all
                "2 |             |   | s s s     | ok ok same_call",
                // more, fewer, and none
                "4 |             |   | s s s s s | ok ok ok ok same_call",
                "1 |             |   | s s       | ok same_call",
                "0 |             |   | s s s s s s s s | ok ok ok ok ok ok ok ok",
                // other tools keep the rule of the policy
                "0 |             |   | a s a s a | ok ok ok ok same_call",
                // directly one after the other, or in the last calls
                "2 | consecutive |   | s s a s s b s s | ok ok ok ok ok ok ok ok",
                "2 | consecutive |   | s s s     | ok ok same_call",
                "2 | window      |   | s a s b s | ok ok ok ok same_call",
                "2 |             | 2 | s s a b s | ok ok ok ok ok",
                "2 |             | 4 | s s a b s | ok ok ok ok same_call",
                // an exempt tool is no part of a block: without it these are two calls in turn no more
                "0 |             |   | s a s b s c s a | ok ok ok ok ok ok ok ok",
                // what it brings is compared as for all
                "2 |             |   | w w w w   | ok ok ok ok",
            })
    void sameCall_isWhatTheContractSays(int allowed, String span, Integer window, String steps, String expected) {
        SameCall rule = new SameCall(
                allowed,
                Optional.ofNullable(span).map(name -> Span.valueOf(name.toUpperCase(java.util.Locale.ROOT))),
                window == null ? OptionalInt.empty() : OptionalInt.of(window));
        Contracted run = Contracted.run(BALANCED, contract -> contract.with(rule));
        assertThat(String.join(" ", said(run, steps))).isEqualTo(expected);
    }

    /** Where sleeping counts, sleep and ask come as a block; where it does not, asking is what repeats. */
    @Test
    void aBlockWithAnExemptTool_isTheBlockWithoutIt() {
        String steps = "s a s a s a";
        assertThat(said(Contracted.run(cyclesOnly(), contract -> contract), steps))
                .containsExactly("ok", "ok", "ok", "ok", "ok", "short_cycle");
        assertThat(said(Contracted.run(cyclesOnly(), contract -> contract.with(SameCall.off())), steps))
                .containsOnly("ok");
        assertThat(said(Contracted.run(cyclesOnly(), contract -> contract.with(SameCall.off())), "a s b a s b s a b"))
                .as("the block a b is there three times")
                .endsWith("short_cycle");
    }

    @ParameterizedTest(name = "more than {0} of {1}: {2} -> {3}")
    @CsvSource(
            delimiter = '|',
            value = {
                // the first of each repeats nothing
                "3 | 8 | a b a b a b | ok ok ok ok ok ok",
                "3 | 8 | a b a b a b a | ok ok ok ok ok ok churn",
                // what is new between them clears nothing, and is let through itself
                "3 | 8 | a b x a b y a b z a | ok ok ok ok ok ok ok ok ok churn",
                "3 | 8 | a b a b a b c a | ok ok ok ok ok ok ok churn",
                // what is further back than the window does not count
                "3 | 4 | a b x a b y a b z a | ok ok ok ok ok ok ok ok ok ok",
            })
    void aFewCallsAgainAndAgain_areNoProgress(int repeated, int window, String steps, String expected) {
        Contracted run = Contracted.run(churnOnly(repeated, window), contract -> contract);
        assertThat(String.join(" ", said(run, steps))).isEqualTo(expected);
    }

    @Test
    void whatTheGuardCounted_isTold() {
        Contracted run = Contracted.run(churnOnly(3, 8), contract -> contract);
        said(run, "a b a b a b");
        RunDecision denied = run.bench.propose("last", call("a"));
        assertThat(denied.verdict().reason()).contains(dev.interlock.core.outcome.Reason.NO_PROGRESS);
        assertThat(denied.verdict().guard()).get().satisfies(guard -> {
            assertThat(guard.name()).isEqualTo("churn");
            assertThat(guard.limit()).isEqualTo(3);
            assertThat(guard.observed()).isEqualTo(4);
        });
    }

    @Test
    void whatBringsSomethingElse_andWhatIsExempt_isNoChurn() {
        Contracted run = Contracted.run(churnOnly(3, 8), contract -> contract.with(SameCall.off()));
        assertThat(said(run, "w w w w w w w w w")).containsOnly("ok");
        assertThat(said(run, "s s s s s s s s s")).containsOnly("ok");
    }

    private static List<String> said(Contracted run, String steps) {
        List<String> said = new ArrayList<>();
        for (String step : steps.trim().split(" ")) {
            String id = "step" + said.size() + step;
            RunDecision decision = run.bench.propose(id, call(step));
            String verdict = Contracted.said(decision);
            if (verdict.equals("ok")) {
                run.bench.report(
                        run.bench.idOf(id), Contracted.ok("what " + step + (step.equals("w") ? said.size() : "")));
            }
            said.add(
                    verdict.equals("no_progress")
                            ? decision.verdict().guard().orElseThrow().name()
                            : verdict);
        }
        return said;
    }

    private static Call call(String step) {
        boolean own = step.equals("s") || step.equals("w");
        String tool = own ? Contracted.TOOL : "other";
        return new Call(tool, Kind.READ, tool + " " + step, "rule", Optional.empty(), tool + " " + step);
    }

    private static Policy cyclesOnly() {
        Repetition.Identical none = new Repetition.Identical(0, Span.WINDOW, 64, true, 0);
        return with(new Repetition(none, new Repetition.Cycle(8, 3, true), 0, 0, 0, true));
    }

    private static Policy churnOnly(int repeated, int window) {
        Repetition.Identical none = new Repetition.Identical(0, Span.WINDOW, 64, true, 0);
        Optional<Repetition.Churn> churn = Optional.of(new Repetition.Churn(repeated, window));
        return with(new Repetition(none, Repetition.Cycle.off(), 0, 0, OptionalInt.empty(), 0, churn, true));
    }

    private static Policy with(Repetition rules) {
        return RunBench.repeating(BALANCED, rules);
    }
}
