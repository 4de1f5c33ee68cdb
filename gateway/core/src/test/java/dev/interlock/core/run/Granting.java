package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.policy.Ceiling;
import dev.interlock.core.policy.Ceilings;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Somebody who grants at random, the same command more than once, and keeps count. */
final class Granting {
    private final RunBench bench;
    private final Random random;
    private final Set<String> applied = new HashSet<>();
    private final Map<Ceiling, Long> raised = new EnumMap<>(Ceiling.class);

    Granting(RunBench bench, Random random) {
        this.bench = bench;
        this.random = random;
    }

    RunDecision grant() {
        Ceiling[] all = Ceiling.values();
        Ceiling ceiling = all[random.nextInt(all.length)];
        String controlId = "grant-" + random.nextInt(6);
        long amount = random.nextInt(10) == 0 ? Ceilings.MOST_MICROS : 1 + random.nextInt(3);
        RunDecision decision = bench.grant(controlId, ceiling, amount);
        if (decision.verdict().what() == Verdict.What.RAISED) {
            assertThat(applied.add(controlId)).as("%s is new", controlId).isTrue();
            raised.merge(ceiling, amount, Long::sum);
        }
        return decision;
    }

    /** Ceilings are those of the policy and what was granted, whatever else happened. */
    void check(RunState run) {
        Ceilings given = bench.policy().ceilings();
        for (Ceiling ceiling : Ceiling.values()) {
            assertThat(run.allowed(ceiling))
                    .as("%s", ceiling)
                    .isEqualTo(allowed(given, ceiling) + raised.getOrDefault(ceiling, 0L));
        }
    }

    private static long allowed(Ceilings given, Ceiling ceiling) {
        return switch (ceiling) {
            case TURNS -> given.turns();
            case CALLS -> given.calls();
            case MODEL_CALLS -> given.modelCalls();
            case WALL_CLOCK_MS -> given.wallClockMs();
            case RETRIES -> given.retries();
            case HANDOFFS -> given.handoffs();
            case DENIALS -> given.denials();
            case COST_MICROS -> given.costMicros().orElse(Ceilings.MOST_MICROS);
        };
    }
}
