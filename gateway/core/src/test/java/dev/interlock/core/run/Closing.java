package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.policy.Ceilings;
import dev.interlock.core.policy.Policy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Watches runs that reached a ceiling and may say a last word. */
final class Closing {
    private int said;

    /** The same policy, sometimes with few turns, of which one is kept. */
    static Policy keeping(Policy policy, Random random) {
        if (random.nextInt(3) > 0) {
            return policy;
        }
        Ceilings of = policy.ceilings();
        Ceilings few = new Ceilings(
                2 + random.nextInt(12),
                2 + random.nextInt(12),
                2 + random.nextInt(12),
                of.wallClockMs(),
                of.retries(),
                of.handoffs(),
                of.parallel(),
                of.denials(),
                of.costMicros(),
                of.rate(),
                of.lastTurn());
        int most = Math.toIntExact(of.costMicros().orElse(9));
        return policy.with(few.withLastTurn(random.nextInt(most + 1)));
    }

    static Call model(String prompt) {
        return new Call("writer", Kind.MODEL, "writer" + prompt, "rule", Optional.empty(), "writer" + prompt);
    }

    /** One call of a model is let through at most, and no other; how the run ends is decided and stays so, or says more. */
    void check(Optional<RunState> before, RunDecision decision) {
        if (before.filter(RunState::closes).isEmpty()) {
            return;
        }
        List<OpenCall> letThrough = RunWalkTest.letThrough(decision.effects()).toList();
        assertThat(letThrough).as("while closing").allMatch(call -> call.call().kind() == Kind.MODEL);
        said += (int)
                letThrough.stream().filter(call -> isNew(before.get(), call)).count();
        assertThat(said).as("last words").isLessThanOrEqualTo(1);
        Ending decided = before.get().ending().orElseThrow();
        decision.after()
                .flatMap(RunState::ending)
                .ifPresent(ending -> assertThat(ending.reason() == decided.reason() || ending.prevails())
                        .as("%s after %s", ending, decided)
                        .isTrue());
        decision.after()
                .filter(run -> run.phase() == Phase.ENDED)
                .ifPresent(run -> assertThat(run.budgets().turns().reserved()).isZero());
    }

    /** One more attempt of what is let through already is no further word. */
    private static boolean isNew(RunState before, OpenCall call) {
        return before.open().values().stream()
                .noneMatch(open -> open.proposalId().equals(call.proposalId()));
    }

    /** A run at its ceiling, with its last word still to come, and let through. */
    static void states(Map<String, Supplier<RunBench>> states, Function<Policy, RunBench> open, Policy policy) {
        Policy keeping = policy.with(policy.ceilings().withLastTurn(0));
        Supplier<RunBench> closing = () -> {
            RunBench bench = open.apply(keeping);
            bench.propose("x1", model("1").withEstimate(1_000_000));
            return bench;
        };
        states.put("closing", closing);
        states.put("last word", () -> {
            RunBench bench = closing.get();
            bench.propose("s1", model("2"));
            return bench;
        });
    }

    static void events(Map<String, Consumer<RunBench>> events) {
        Result answer = RunBench.result(ResultStatus.OK, Effect.NONE, 1, false);
        events.put("propose a call of a model", b -> b.propose("new", model("9")));
        events.put(
                "the last word's result",
                b -> b.report(b.state().map(s -> b.idOf("s1")).orElse("none"), answer));
    }
}
