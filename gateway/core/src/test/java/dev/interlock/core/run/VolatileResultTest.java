package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Result;
import dev.interlock.core.policy.Presets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Results of which a contract says that a part tells nothing new: they are compared without it. */
class VolatileResultTest {
    private final Contracted run = Contracted.run(Presets.balanced(), contract -> contract);

    private static Result read(int times) {
        return Contracted.ok("text, read " + times + " times");
    }

    /** macanderson/stella#440: a file is read four times, and only the count of reads below it differs. */
    @Test
    void whatDiffersOnlyInItsVolatilePart_isTheSame_andWithoutAContractItIsNot() {
        List<String> said = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            said.add(run.ask("declared", read(i).comparedBy("text")));
            said.add(run.ask("not declared", read(i)));
        }
        assertThat(said).containsExactly("ok", "ok", "ok", "ok", "same_call", "ok", "same_call", "ok");
    }

    @Test
    void whatDiffersOnlyInItsVolatilePart_isNoProgress() {
        run.ask("a", read(1).comparedBy("text"));
        int idle = progress().idle();
        run.ask("b", read(2).comparedBy("text"));
        assertThat(progress().idle()).isEqualTo(idle + 1);
    }

    /** The value itself is what an agent is told that was good, with all that stands in it. */
    @Test
    void lastGoodValue_isTheWholeOne() {
        run.ask("a", read(7).comparedBy("text"));
        assertThat(progress().lastGood().orElseThrow().valueDigest())
                .isEqualTo(read(7).value().digest());
    }

    private Progress progress() {
        return run.bench.state().orElseThrow().progress();
    }
}
