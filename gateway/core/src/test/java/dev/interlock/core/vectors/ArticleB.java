package dev.interlock.core.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Evidence;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.Value;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Ceilings;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import dev.interlock.core.policy.Repetition;
import dev.interlock.core.policy.Repetition.Identical;
import dev.interlock.core.policy.ToolContract.ProgressRule;
import dev.interlock.core.run.Outcome;
import dev.interlock.core.run.Phase;
import dev.interlock.core.run.RunState;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Runs a script of article B through the core and puts the answer into the prototype's words. */
final class ArticleB {
    private static final Map<Reason, String> NAMES = Map.of(
            Reason.CALL_BUDGET, "step_cap",
            Reason.DEADLINE, "wall_clock_cap",
            Reason.SAME_CALL, "same_call_repeat",
            Reason.VALIDATED_DONE, "complete");

    private ArticleB() {}

    /**
     * What a run came to.
     *
     * @param place step and phase of the end, empty where there was none
     */
    record Observed(List<Integer> executed, String reason, String place) {}

    /**
     * What is expected here. The prototype looks at the clock before a call only; the contract looks at it after a result
     * too. A run whose last executed step took it past the limit therefore ends right there, with the same steps executed.
     */
    static Observed expected(JsonNode vector) {
        List<Integer> executed = Scripts.numbers(vector.path("expect").path("executed"));
        if (spent(vector, executed) >= vector.path("limits").path("max_wall_ms").asLong()) {
            return new Observed(executed, "wall_clock_cap", executed.get(executed.size() - 1) + " after");
        }
        JsonNode end = vector.path("expect").path("end");
        return end.isNull()
                ? new Observed(executed, "", "")
                : new Observed(
                        executed,
                        end.path("reason").asText(),
                        end.path("at_step").asText() + " " + end.path("phase").asText());
    }

    private static long spent(JsonNode vector, List<Integer> executed) {
        return executed.stream()
                .mapToLong(
                        step -> vector.path("steps").get(step).path("takes_ms").asLong())
                .sum();
    }

    static Observed observe(JsonNode vector) {
        JsonNode steps = vector.path("steps");
        Policy policy = policy(vector.path("limits"));
        RunState initial =
                Scripts.initial(policy, vector.path("initial_progress_version").asLong(), Map.of());
        Bench bench = new Bench(policy, new ScriptedWorker(steps), Optional.of(initial));
        int last = -1;
        while (last + 1 < steps.size() && open(bench)) {
            last++;
            bench.propose(last, Scripts.call(steps.get(last), "idempotency_key"));
        }
        if (open(bench)) {
            return new Observed(bench.executed(), "", "");
        }
        String phase = bench.executed().contains(last) ? "after" : "before";
        return new Observed(bench.executed(), reason(bench), last + " " + phase);
    }

    private static boolean open(Bench bench) {
        return bench.run().map(r -> r.phase() == Phase.OPEN).orElse(true);
    }

    private static String reason(Bench bench) {
        if (bench.run().orElseThrow().phase() == Phase.HELD) {
            return Reason.HUMAN_REQUIRED.code();
        }
        Reason reason =
                bench.last(Outcome.Type.TERMINAL).flatMap(Outcome::reason).orElseThrow();
        return NAMES.getOrDefault(reason, reason.code());
    }

    private static Policy policy(JsonNode limits) {
        Policy preset = Presets.articleB();
        Identical identical = new Identical(
                limits.path("max_same_call").asInt(),
                preset.repetition().identical().span(),
                limits.path("cycle_window").asInt(),
                false,
                0);
        Repetition repetition = new Repetition(
                identical,
                preset.repetition().cycle(),
                0,
                0,
                limits.path("max_no_progress").asInt(),
                false);
        return Scripts.policy(
                preset,
                new Scripts.Limits(
                        Ceilings.MOST,
                        limits.path("max_steps").asInt(),
                        limits.path("max_wall_ms").asLong(),
                        repetition),
                ProgressRule.REVISION);
    }

    /**
     * Does what the script says. The prototype treats {@code retryable} like {@code progress}; of a write that it calls
     * committed that is this contract's {@code ok}, for a committed write is not to be tried again.
     */
    private record ScriptedWorker(JsonNode steps) implements Bench.Worker {
        @Override
        public long takesMs(int step) {
            return steps.get(step).path("takes_ms").asLong();
        }

        @Override
        public Result result(int step) {
            JsonNode result = steps.get(step).path("result");
            boolean committed = result.path("committed").asBoolean();
            boolean write = "write".equals(steps.get(step).path("kind").asText());
            String symbol = result.path("status").asText();
            Evidence evidence = new Evidence(
                    OptionalLong.of(result.path("progress_version").asLong()),
                    Optional.of(symbol.equals("complete")),
                    Optional.empty(),
                    false);
            Effect effect = !write ? Effect.NONE : committed ? Effect.COMMITTED : Effect.NOT_COMMITTED;
            return new Result(
                    status(symbol, committed),
                    effect,
                    evidence,
                    new Value(String.valueOf(step), false),
                    Optional.empty(),
                    Optional.empty(),
                    OptionalLong.empty(),
                    1);
        }

        private static ResultStatus status(String symbol, boolean committed) {
            return switch (symbol) {
                case "progress", "complete" -> ResultStatus.OK;
                case "retryable" -> committed ? ResultStatus.OK : ResultStatus.RETRYABLE;
                default -> ResultStatus.valueOf(symbol.toUpperCase(Locale.ROOT));
            };
        }
    }
}
