package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.PollRule;
import dev.interlock.core.policy.Presets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Reports of waiting that other guards took for a loop: with the polls of its contracts <em>balanced</em> lets all of it go on. */
class PolledInTheFieldTest {
    /** As an earlier version had it. */
    private static final Policy WITHOUT_POLLS = Presets.earlier().get(0);

    private static final PollRule RULE = new PollRule(100, 1_000, 1_800_000);

    static Stream<Arguments> reports() {
        return Stream.of(
                report("OpenHands/software-agent-sdk#762", 4, 300_000, "job"),
                report("typeclaw/typeclaw#669", 75, 2_000, "job 1", "job 2", "job 3", "job 4", "job 5", "job 6"),
                report("open-octo/octo-agent#795", 5, 1_000, "process"),
                report("librefang/librefang#991", 5, 10_000, "get pods"),
                report("netease-youdao/LobsterAI#2454", 10, 2_000, "job"),
                report("StartupHakk/OpenMonoAgent.ai#47", 3, 5_000, "job"),
                report("MervinPraison/PraisonAI#3772", 8, 10_000, "build"),
                report("MervinPraison/PraisonAI#3073", 12, 10_000, "wait 20 s", "job 1"));
    }

    @ParameterizedTest(name = "{0}: {1} calls")
    @MethodSource("reports")
    void waitingForWhatIsNotReady_goesOn(String source, int calls, long apartMs, List<String> asked) {
        Contracted run = Contracted.run(Presets.balanced(), c -> c.with(RULE));
        List<String> said = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            String what = asked.get(i % asked.size());
            said.add(run.after(apartMs).ask(what, Contracted.pending("not ready")));
        }
        for (String what : asked) {
            said.add(run.after(apartMs).ask(what, Contracted.ok("complete")));
        }
        assertThat(said).as(source).containsOnly("ok");
    }

    @ParameterizedTest(name = "{0}: {1} calls")
    @MethodSource("reports")
    void waitingAsBalancedAllowsIt_goesOn(String source, int calls, long apartMs, List<String> asked) {
        Contracted run = Contracted.run(Presets.balanced(), c -> c);
        List<String> said = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            said.add(run.after(apartMs).ask(asked.get(i % asked.size()), Contracted.pending("not ready")));
        }
        assertThat(said).as(source).containsOnly("ok");
    }

    @ParameterizedTest(name = "{0}: {1} calls")
    @MethodSource("reports")
    void waitingWithoutAContract_isTakenForALoop(String source, int calls, long apartMs, List<String> asked) {
        Contracted run = Contracted.run(WITHOUT_POLLS, c -> c);
        List<String> said = new ArrayList<>();
        for (int i = 0; i <= calls; i++) {
            said.add(run.after(apartMs).ask(asked.get(i % asked.size()), Contracted.pending("not ready")));
        }
        assertThat(said).as(source).anyMatch(verdict -> !verdict.equals("ok"));
    }

    private static Arguments report(String source, int calls, long apartMs, String... asked) {
        return Arguments.of(source, calls, apartMs, List.of(asked));
    }
}
