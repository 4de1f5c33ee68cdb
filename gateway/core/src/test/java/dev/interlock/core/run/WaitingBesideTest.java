package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.policy.PollRule;
import dev.interlock.core.policy.Presets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What comes again while something else is asked for that is not ready: a read waits too, as long as the poll may go on. */
class WaitingBesideTest {
    private static final PollRule ALONE = new PollRule(100, 0, 1_800_000);
    private static final PollRule BESIDE = new PollRule(100, 0, 1_800_000, Optional.of(true));

    @Test
    void aReadBetweenTwoAsks_repeatsNothingWhereThePollSaysSo() {
        assertThat(waiting(BESIDE, 30)).containsOnly("ok");
        assertThat(waiting(ALONE, 30)).contains("same_call");
    }

    @Test
    void aPollThatMayNotGoOn_coversNothing() {
        List<String> said = waiting(new PollRule(4, 0, 1_800_000, Optional.of(true)), 8);
        assertThat(said.subList(0, 8)).containsOnly("ok");
        assertThat(said.subList(8, 10)).as("the fifth wait, the fifth ask").containsExactly("same_call", "poll_limit");
    }

    @Test
    void aPollThatIsOver_coversNothing() {
        Contracted run = run(BESIDE);
        List<String> said = new ArrayList<>();
        run.ask("job", Contracted.pending("not ready"));
        run.ask("job", Contracted.ok("complete"));
        IntStream.range(0, 3).forEach(i -> said.add(run.ask("wait", Contracted.ok("waited"))));
        assertThat(said).containsExactly("ok", "ok", "same_call");
    }

    @Test
    void readsWithoutAnAskBetween_areRepetitions() {
        Contracted run = run(BESIDE);
        List<String> said = new ArrayList<>();
        run.ask("job", Contracted.pending("not ready"));
        IntStream.range(0, 3).forEach(i -> said.add(run.ask("wait", Contracted.ok("waited"))));
        assertThat(said).containsExactly("ok", "ok", "same_call");
    }

    /** It would do twice what it does. */
    @Test
    void aCallOfAModelBetweenTwoAsks_isARepetition() {
        Contracted run = run(BESIDE);
        List<String> said = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Call call = new Call(Contracted.TOOL, Kind.MODEL, "the same words", "rule", Optional.empty(), "words");
            String id = "m" + i;
            said.add(Contracted.said(run.bench.propose(id, call)));
            if (said.getLast().equals("ok")) {
                run.bench.report(run.bench.idOf(id), Contracted.ok("the same answer"));
            }
            run.ask("job", Contracted.pending("not ready"));
        }
        assertThat(said).containsExactly("ok", "ok", "same_call");
    }

    private static List<String> waiting(PollRule rule, int times) {
        Contracted run = run(rule);
        List<String> said = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            said.add(run.ask("wait", Contracted.ok("waited")));
            said.add(run.ask("job", Contracted.pending("not ready")));
        }
        return said;
    }

    private static Contracted run(PollRule rule) {
        return Contracted.run(Presets.balanced(), c -> c.with(rule));
    }
}
