package dev.interlock.server.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Evidence;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Page;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.Value;
import dev.interlock.core.policy.PageRule;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.PollRule;
import dev.interlock.core.policy.Presets;
import dev.interlock.core.policy.RateRule;
import dev.interlock.core.policy.ToolLimits;
import dev.interlock.core.run.Budget;
import dev.interlock.core.run.Moment;
import dev.interlock.core.run.Proposal;
import dev.interlock.core.run.RunDecider;
import dev.interlock.core.run.RunInput;
import dev.interlock.core.run.RunState;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What a run counts of tools with ceilings, rates, costs, polls and pages is the same after it was stored. */
class ContractedStateTest {
    private static final Policy POLICY = Presets.balanced()
            .with(contract -> contract.with(
                            new ToolLimits(OptionalInt.of(9), OptionalInt.of(3), Optional.of(new RateRule(9, 60_000))))
                    .with(new PollRule(9, 10, 60_000))
                    .with(new PageRule(9))
                    .withCostMicros(40))
            .with(Presets.balanced().ceilings().withCostMicros(1_000).withRate(9, 60_000));

    private Optional<RunState> run = Optional.empty();

    @Test
    void storedRun_isTheRun() {
        decide(proposed("p1", Optional.empty()));
        decide(reported(result().asPending()));
        decide(proposed("p2", Optional.of(new Page("series", "cursor"))));
        decide(reported(result().withPage("records").withCostMicros(7)));
        decide(proposed("p3", Optional.of(new Page("series", "next"))));
        RunState state = run.orElseThrow();
        assertThat(state.history().tallies().calls()).containsEntry("job.state", 3);
        assertThat(state.history().tallies().polls()).hasSize(1);
        assertThat(state.history().tallies().sweeps()).hasSize(1);
        assertThat(state.history().tallies().rates().tools()).containsOnlyKeys("job.state");
        assertThat(state.budgets().cost()).isEqualTo(new Budget(1_000, 50 + 7, 50));
        byte[] stored = StateCodec.RUN.state(state);
        assertThat(CoreJson.read(stored, RunState.class)).isEqualTo(state);
        assertThat(StateCodec.RUN.state(CoreJson.read(stored, RunState.class))).isEqualTo(stored);
    }

    @Test
    void factsOfAPollAndAPage_standInTheJournalAsTheyWere() throws Exception {
        RunInput polled = new RunInput.Reported("d1", 1, result().asPending(), 7);
        RunInput paid = new RunInput.Reported("d1", 1, result().withCostMicros(5), 7);
        RunInput paged = new RunInput.Reported("d1", 1, result().withPage("records"), 7);
        RunInput asked = proposed("p1", Optional.of(new Page("series", "")));
        for (RunInput input : List.of(polled, paid, paged, asked)) {
            assertThat(CoreJson.read(CoreJson.tree(input), RunInput.class)).isEqualTo(input);
        }
    }

    private void decide(RunInput input) {
        Moment moment = new Moment("run", POLICY, "policy", List.of(), Optional.empty(), 1_000);
        run = RunDecider.decide(run, input, moment).after();
    }

    private RunInput reported(Result result) {
        String dispatch = run.orElseThrow().open().keySet().iterator().next();
        return new RunInput.Reported(dispatch, 1, result, 1_000);
    }

    private static RunInput proposed(String id, Optional<Page> page) {
        String what = "job" + page;
        Call call = new Call("job.state", Kind.READ, what, "rule", Optional.empty(), what, page, OptionalLong.of(50));
        Proposal proposal = new Proposal(
                id,
                id,
                "agent",
                1,
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                1_000,
                Optional.of(call),
                Optional.empty());
        return new RunInput.Proposed(proposal, Optional.empty());
    }

    private static Result result() {
        return new Result(
                ResultStatus.OK,
                Effect.NONE,
                Evidence.NONE,
                new Value("value", false),
                Optional.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                1);
    }
}
