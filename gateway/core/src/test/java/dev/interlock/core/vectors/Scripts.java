package dev.interlock.core.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.policy.ApprovalRule;
import dev.interlock.core.policy.Ceilings;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Repetition;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.core.policy.ToolContract.ProgressRule;
import dev.interlock.core.run.Budgets;
import dev.interlock.core.run.Chain;
import dev.interlock.core.run.History;
import dev.interlock.core.run.Holds;
import dev.interlock.core.run.KnownOperation;
import dev.interlock.core.run.Lineage;
import dev.interlock.core.run.Phase;
import dev.interlock.core.run.Progress;
import dev.interlock.core.run.RunState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What the three articles' scripts have in common. */
final class Scripts {
    private static final String RULE = "rule";

    private Scripts() {}

    /** The call a step proposes. An empty operation id is a missing one. */
    static Call call(JsonNode step, String operationField) {
        String tool = step.path("tool").asText();
        Kind kind = "write".equals(step.path("kind").asText()) ? Kind.WRITE : Kind.READ;
        Optional<String> operation =
                Optional.ofNullable(step.path(operationField).textValue()).filter(id -> !id.isEmpty());
        return new Call(tool, kind, fingerprint(step), RULE, operation, fingerprint(step));
    }

    static String fingerprint(JsonNode step) {
        return step.path("tool").asText() + Vectors.sorted(step.path("args"));
    }

    static List<Integer> numbers(JsonNode array) {
        List<Integer> numbers = new ArrayList<>();
        array.forEach(n -> numbers.add(n.asInt()));
        return numbers;
    }

    /**
     * A preset with a script's own numbers. The prototypes know no retries, handoffs or parallel calls, so those ceilings
     * are out of reach; and they wait for nothing before trying a write again that is proven not committed.
     */
    static Policy policy(Policy preset, Limits limits, ProgressRule progress) {
        int most = Ceilings.MOST;
        Ceilings ceilings = new Ceilings(
                limits.turns(), limits.calls(), most, limits.wallClockMs(), most, most, Ceilings.MOST_PARALLEL, most);
        ToolContract contract =
                new ToolContract(0, 0, 0, 0, Ceilings.LONGEST_MS, most, false, false, 0, 0, 0, progress);
        return new Policy(
                preset.name(),
                ceilings,
                preset.chains(),
                limits.repetition(),
                preset.otherwise(),
                preset.actions(),
                preset.ceilingsFirst(),
                preset.stopOnFault(),
                preset.horizons(),
                ApprovalRule.NONE,
                Map.of(),
                Optional.of(contract));
    }

    /** A run that has not begun to do anything, at a revision and with operations it knows. */
    static RunState initial(Policy policy, long revision, Map<String, KnownOperation> known) {
        return new RunState(
                "run",
                "agent",
                "policy",
                Phase.OPEN,
                0,
                policy.ceilings().wallClockMs(),
                0,
                Budgets.of(policy.ceilings()),
                Map.of(),
                new Progress(Map.of("", revision), 0, Optional.empty()),
                History.EMPTY,
                Map.of(),
                known,
                Optional.empty(),
                0,
                0,
                OptionalLong.empty(),
                Holds.NONE,
                Chain.NONE,
                List.of(),
                Lineage.NONE);
    }

    record Limits(int turns, int calls, long wallClockMs, Repetition repetition) {}
}
