package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.policy.Presets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reads that bring the same whatever is asked: the agent is told, and then it is counted anew. */
class SameResultTest {
    private final Contracted run = Contracted.run(Presets.balanced(), contract -> contract);

    /** A folder of equal files is listed one by one: one call in nine is denied, and that does not end the run. */
    @Test
    void agentThatReadsEqualFilesOneByOne_isToldAfterEight_andGoesOn() {
        List<Integer> denied = new ArrayList<>();
        for (int i = 1; i <= 26; i++) {
            if (!run.ask("file " + i, Contracted.ok("the same text")).equals("ok")) {
                denied.add(i);
            }
        }
        assertThat(denied).containsExactly(9, 18);
        assertThat(run.bench.state().orElseThrow().phase()).isEqualTo(Phase.OPEN);
    }

    /** Whoever finds nothing for ever is told and told again, and then stopped. */
    @Test
    void agentThatNeverFindsAnything_isStoppedInTheEnd() {
        int asked = 0;
        while (run.bench.state().map(RunState::judges).orElse(true) && asked < 100) {
            run.ask("words " + asked++, Contracted.ok("nothing found"));
        }
        assertThat(asked).isLessThan(50);
        assertThat(run.bench
                        .outcomes(Outcome.Type.TERMINAL)
                        .getLast()
                        .reason()
                        .orElseThrow()
                        .code())
                .isEqualTo("no_progress");
    }

    /** It is the same call still, however often it was said that the answers are the same. */
    @Test
    void whatWasTold_isStillComparedWithTheSameCall() {
        for (int i = 1; i <= 8; i++) {
            run.ask("file " + i, Contracted.ok("the same text"));
        }
        assertThat(run.ask("file 9", Contracted.ok("the same text"))).isEqualTo("no_progress");
        assertThat(run.ask("file 1", Contracted.ok("the same text"))).isEqualTo("ok");
        assertThat(run.ask("file 1", Contracted.ok("the same text"))).isEqualTo("same_call");
    }
}
