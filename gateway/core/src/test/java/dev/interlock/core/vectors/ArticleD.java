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
import dev.interlock.core.policy.Repetition.Cycle;
import dev.interlock.core.policy.Repetition.Identical;
import dev.interlock.core.policy.ToolContract.ProgressRule;
import dev.interlock.core.run.Outcome;
import dev.interlock.core.run.Phase;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Runs a script of article D through the core and puts the answer into the prototype's words. */
final class ArticleD {
    private static final Map<Reason, String> NAMES =
            Map.of(Reason.CALL_BUDGET, "step_cap", Reason.SAME_CALL, "repeated");

    private ArticleD() {}

    /** What a run came to: the steps let through and, where it ended, the step and the reason. */
    record Observed(List<Integer> executed, String end) {}

    static Observed expected(JsonNode vector) {
        JsonNode end = vector.path("expect").path("end");
        String words = end.isNull()
                ? ""
                : end.path("at_step").asText() + " " + end.path("reason").asText();
        return new Observed(Scripts.numbers(vector.path("expect").path("executed")), words);
    }

    static Observed observe(JsonNode vector) {
        JsonNode steps = vector.path("steps");
        Bench bench = new Bench(policy(vector.path("limits")), new SilentWorker(), Optional.empty());
        for (int i = 0; i < steps.size(); i++) {
            bench.propose(i, Scripts.call(steps.get(i), "operation_id"));
            if (bench.run().orElseThrow().phase() != Phase.OPEN) {
                return new Observed(bench.executed(), i + " " + reason(bench));
            }
        }
        return new Observed(bench.executed(), "");
    }

    private static String reason(Bench bench) {
        Reason reason =
                bench.last(Outcome.Type.TERMINAL).flatMap(Outcome::reason).orElseThrow();
        return NAMES.getOrDefault(reason, reason.code());
    }

    private static Policy policy(JsonNode limits) {
        Policy preset = Presets.articleD();
        Identical preceding = preset.repetition().identical();
        Identical identical =
                new Identical(limits.path("max_identical").asInt(), preceding.span(), preceding.window(), false, 0);
        return Scripts.policy(
                preset,
                new Scripts.Limits(
                        Ceilings.MOST,
                        limits.path("max_steps").asInt(),
                        Ceilings.LONGEST_MS,
                        new Repetition(identical, Cycle.off(), 0, 0, 0, false)),
                ProgressRule.NEW_RESULT);
    }

    /** Returns something at once and says nothing about it. */
    private static final class SilentWorker implements Bench.Worker {
        @Override
        public long takesMs(int step) {
            return 0;
        }

        @Override
        public Result result(int step) {
            return new Result(
                    ResultStatus.OK,
                    Effect.NONE,
                    Evidence.NONE,
                    new Value(String.valueOf(step), false),
                    Optional.empty(),
                    Optional.empty(),
                    OptionalLong.empty(),
                    1);
        }
    }
}
