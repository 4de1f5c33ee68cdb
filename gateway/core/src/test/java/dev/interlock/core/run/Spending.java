package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.policy.LastTurn;
import dev.interlock.core.policy.Policy;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/** Calls and results that cost something, and an account of what workers reported beyond what was reserved. */
final class Spending {
    private static final int MOST = 20;

    private final RunBench bench;
    private final Random random;
    private long beyond;

    Spending(RunBench bench, Random random) {
        this.bench = bench;
        this.random = random;
    }

    /** The same policy, sometimes with a ceiling of cost and tools whose cost is known. */
    static Policy priced(Policy policy, Random random) {
        if (random.nextBoolean()) {
            return policy;
        }
        Policy priced = policy.with(policy.ceilings().withCostMicros(random.nextInt(10 * MOST)));
        if (random.nextInt(3) > 0) {
            priced = priced.with(
                    "search", priced.contract("search").orElseThrow().withCostMicros(random.nextInt(MOST)));
        }
        return priced.with("pay", priced.contract("pay").orElseThrow().withCostMicros(random.nextInt(MOST)));
    }

    /** Sometimes the agent says what it expects a call to cost. */
    Call estimated(Call call) {
        return random.nextInt(4) == 0 ? call.withEstimate(random.nextInt(2 * MOST)) : call;
    }

    /** Sometimes the worker says what an open call cost, and now and then that it was more than anybody thought. */
    Result paid(String openId, Result result) {
        if (random.nextInt(3) == 0) {
            return result;
        }
        long cost = random.nextInt(MOST);
        long reserved = Optional.ofNullable(
                        bench.state().map(run -> run.open().get(openId)).orElse(null))
                .map(OpenCall::reservedMicros)
                .orElse(0L);
        beyond += Math.max(0, cost - reserved);
        return result.withCostMicros(cost);
    }

    /** Reserved is what open calls may cost, and no more is spent than was allowed, but for what nobody could know before. */
    void check(RunState run) {
        Budget cost = run.budgets().cost();
        long kept = run.budgets().turns().reserved()
                * bench.policy().ceilings().lastTurn().map(LastTurn::costMicros).orElse(0L);
        long open = kept
                + run.open().values().stream()
                        .mapToLong(OpenCall::reservedMicros)
                        .sum();
        assertThat(cost.reserved()).as("reserved of the cost ceiling").isEqualTo(open);
        assertThat(cost.used()).isNotNegative();
        assertThat(cost.remaining() + cost.used() + cost.reserved()).isEqualTo(cost.allowed());
        assertThat(cost.taken()).as("spent and reserved").isLessThanOrEqualTo(cost.allowed() + beyond);
    }

    static void events(Map<String, Consumer<RunBench>> events) {
        Call dear =
                new Call("search", Kind.READ, "search9", "rule", Optional.empty(), "search9").withEstimate(1_000_000);
        events.put("propose what costs more than is left", b -> b.propose("new", dear));
        events.put(
                "a read's result that cost more than is left",
                b -> b.report(
                        b.state().map(s -> b.idOf("r1")).orElse("none"),
                        RunBench.result(ResultStatus.OK, Effect.NONE, 1, false).withCostMicros(1_000_000)));
    }
}
