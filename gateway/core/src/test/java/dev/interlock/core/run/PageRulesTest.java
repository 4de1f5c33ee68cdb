package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Page;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.policy.PageRule;
import dev.interlock.core.policy.Presets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is asked for page after page; row 10 of the contract's order. */
class PageRulesTest {

    /**
     * Decision table. A step asks for a page and gets records: cursor, colon, records; a cursor of - is none, records of -
     * are none. W is a write that is done.
     */
    @ParameterizedTest(name = "most {0}: {1} -> {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                // page after page
                "9 | -:a 1:b 2:c 3:d                 | ok ok ok ok",
                // so many
                "3 | -:a 1:b 2:c 3:d                 | ok ok ok page_limit",
                // a page comes again
                "9 | -:a 1:b 2:c 1:b                 | ok ok ok page_cycle",
                "9 | -:a 1:b -:a                     | ok ok page_cycle",
                "9 | 1:a 2:b 1:x                     | ok ok page_cycle",
                // a cursor that moves over the same records
                "9 | -:a 1:a 2:a                     | ok ok page_cycle",
                "9 | -:a 1:b 2:a 3:c                 | ok ok ok page_cycle",
                // a cursor that stands still and brings other records: the service keeps the place
                "9 | -:a -:b -:c -:d -:e             | ok ok ok ok ok",
                "9 | -:a -:a -:a                     | ok ok same_call",
                "9 | -:a -:b -:a -:c                 | ok ok ok page_cycle",
                // pages without records are not the same records
                "9 | -:a 1:- 2:- 3:- 4:b             | ok ok ok ok ok",
                // what was written changes what is there
                "9 | -:a 1:b W -:a 1:b               | ok ok - ok ok",
                "9 | -:a W -:a W -:a                 | ok - ok - ok",
                "9 | -:a W 1:a 2:b                   | ok - ok ok",
                "9 | -:a 1:b W -:a 1:b -:a           | ok ok - ok ok page_cycle",
                // a sweep that begins anew after a write has pages of its own; one that goes on has not
                "3 | -:a 1:b 2:c W -:a 1:b 2:c 3:d   | ok ok ok - ok ok ok page_limit",
                "3 | -:a W 1:b W 2:c W 3:d           | ok - ok - ok - page_limit",
            })
    void series_isHeldToItsContract(int most, String steps, String expected) {
        Contracted run = Contracted.run(Presets.balanced(), c -> c.with(new PageRule(most)));
        List<String> said = new ArrayList<>();
        for (String step : steps.trim().split(" ")) {
            said.add(step.equals("W") ? write(run, said.size()) : page(run, "list", step));
        }
        assertThat(String.join(" ", said)).isEqualTo(expected.trim());
    }

    @Test
    void withoutAContract_pagesAreCallsLikeAny() {
        Contracted run = Contracted.run(Presets.balanced(), c -> c);
        assertThat(List.of(page(run, "list", "-:a"), page(run, "list", "1:b"), page(run, "list", "-:a")))
                .containsOnly("ok");
        assertThat(run.bench.state().orElseThrow().history().tallies())
                .isEqualTo(new Tallies(
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Rates.NONE,
                        Map.of(Contracted.TOOL, new Went(3, 0, 0, Went.How.SUCCEEDED))));
    }

    @Test
    void otherSeries_haveNothingToDoWithIt() {
        Contracted run = Contracted.run(Presets.balanced(), c -> c.with(new PageRule(2)));
        for (String series : List.of("a", "b", "c")) {
            assertThat(List.of(page(run, series, "-:x"), page(run, series, "1:y")))
                    .containsOnly("ok");
        }
        assertThat(page(run, "b", "2:z")).isEqualTo("page_limit");
    }

    @Test
    void denial_tellsWhatWasCounted() {
        Contracted run = Contracted.run(Presets.balanced(), c -> c.with(new PageRule(2)));
        page(run, "list", "-:a");
        page(run, "list", "1:b");
        page(run, "list", "-:a");
        page(run, "list", "2:c");
        assertThat(run.bench.outcomes(Outcome.Type.DENIED).stream()
                        .map(o -> o.guard().orElseThrow()))
                .containsExactly(new GuardReading("page_cycle", 1, 2), new GuardReading("page_limit", 2, 3));
    }

    @Test
    void pageThatFailedForNow_mayBeAskedForAgain_andIsNoFurtherPage() {
        Contracted run = Contracted.run(Presets.balanced(), c -> c.with(new PageRule(2)));
        page(run, "list", "-:a");
        run.bench.propose("busy", Contracted.read("list from 1", Optional.of(new Page("list", "1"))));
        run.bench.report(run.bench.idOf("busy"), Contracted.busy());
        assertThat(page(run, "list", "1:b")).isEqualTo("ok");
        assertThat(page(run, "list", "2:c")).isEqualTo("page_limit");
    }

    @Test
    void pageAskedForTwiceInOneTurn_isOnePage() {
        Contracted run = Contracted.run(Presets.balanced(), c -> c.with(new PageRule(9)));
        for (String twin : List.of("twin1", "twin2")) {
            run.bench.proposeInTurn(
                    twin, Contracted.read("list from ", Optional.of(new Page("list", ""))), RunBench.AGENT, 1);
        }
        for (String twin : List.of("twin1", "twin2")) {
            run.bench.report(run.bench.idOf(twin), Contracted.ok("a").withPage("a"));
        }
        run.bench.proposeInTurn(
                "next", Contracted.read("list from 1", Optional.of(new Page("list", "1"))), "planner", 2);
        assertThat(Contracted.said(run.bench.last())).isEqualTo("ok");
    }

    @Test
    void pagesThatDidNotRun_areGivenBack() {
        Contracted run = Contracted.run(Presets.balanced(), c -> c.with(new PageRule(2)));
        page(run, "list", "-:a");
        run.bench.propose("fenced", Contracted.read("list from 1", Optional.of(new Page("list", "1"))));
        assertThat(sweep(run).pages()).isEqualTo(2);
        run.bench.inForce(StopScope.TOOL, Contracted.TOOL);
        run.bench.report(run.bench.idOf("fenced"), RunBench.fenced(Effect.NONE));
        run.bench.lifted();
        assertThat(sweep(run).pages()).isEqualTo(1);
        assertThat(page(run, "list", "1:b")).isEqualTo("ok");
    }

    @Test
    void whatIsKnownOfSeries_isBounded() {
        Contracted run = Contracted.run(Presets.balanced(), c -> c.with(new PageRule(2)));
        for (int i = 0; i < 2 * Tallies.MOST_SWEEPS; i++) {
            page(run, "list " + i, "-:" + i);
        }
        assertThat(run.bench.state().orElseThrow().history().tallies().sweeps())
                .hasSize(Tallies.MOST_SWEEPS)
                .doesNotContainKey("list 0");
    }

    private static String page(Contracted run, String series, String step) {
        String[] parts = step.split(":");
        return run.page(series, parts[0].replace("-", ""), parts[1].replace("-", ""));
    }

    private static String write(Contracted run, int index) {
        String id = "w" + index;
        run.bench.write(id, "op-" + index, String.valueOf(index));
        run.bench.answer(Answer.To.REQUEST, Answer.Verdict.GRANTED, run.bench.idOf(id), Optional.empty());
        run.bench.answer(
                Answer.To.REQUEST,
                Answer.Verdict.COMMITTED,
                run.bench.idOf(id),
                Optional.of(RunBench.result(ResultStatus.OK, Effect.COMMITTED, 0, false)));
        return "-";
    }

    private static Tallies.Sweep sweep(Contracted run) {
        return run.bench.state().orElseThrow().history().tallies().sweeps().get("list");
    }
}
