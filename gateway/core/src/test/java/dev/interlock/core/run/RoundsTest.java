package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Result;
import dev.interlock.core.policy.Presets;
import java.util.Optional;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Calls of one turn count once, but an agent that never raises its turn is not excused by that. */
class RoundsTest {
    private static final int TOGETHER = Presets.balanced().ceilings().parallel();
    private final RunBench bench = new RunBench(Presets.balanced());

    @Test
    void agentThatNeverRaisesItsTurn_isDeniedForOneFailureThatComesAgainAndAgain() {
        int ran = untilDenied(i -> Contracted.broken(), i -> "name " + i);
        assertThat(ran).isEqualTo(TOGETHER + 4);
        assertThat(reason()).isEqualTo("same_failure");
    }

    @Test
    void agentThatNeverRaisesItsTurn_isDeniedForTheSameAnswerToAllItAsks() {
        int ran = untilDenied(i -> Contracted.ok("nothing found"), i -> "words " + i);
        assertThat(ran).isEqualTo(TOGETHER + 7);
        assertThat(reason()).isEqualTo("no_progress");
    }

    @Test
    void agentThatNeverRaisesItsTurn_isDeniedTheSameCall() {
        int ran = untilDenied(i -> Contracted.ok("the same"), i -> "it");
        assertThat(ran).isEqualTo(TOGETHER + 1);
        assertThat(reason()).isEqualTo("same_call");
    }

    /** As many as can be in flight at one time are one answer, however they come to their results. */
    @Test
    void callsThatCanHaveBeenMadeTogether_countOnce() {
        for (int i = 0; i < TOGETHER; i++) {
            ask(i, "name " + i);
            bench.report(bench.idOf("p" + i), Contracted.broken());
        }
        bench.propose("next", Contracted.read("another", Optional.empty()));
        assertThat(bench.last().verdict().what()).isEqualTo(Verdict.What.GRANTED);
    }

    private int untilDenied(IntFunction<Result> brings, IntFunction<String> what) {
        for (int i = 0; ; i++) {
            ask(i, what.apply(i));
            if (bench.last().verdict().what() == Verdict.What.DENIED) {
                return i;
            }
            bench.report(bench.idOf("p" + i), brings.apply(i));
        }
    }

    private void ask(int i, String what) {
        bench.proposeInTurn("p" + i, Contracted.read(what, Optional.empty()), RunBench.AGENT, 1);
    }

    private String reason() {
        return bench.last().verdict().reason().orElseThrow().code();
    }
}
