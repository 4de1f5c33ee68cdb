package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.policy.Ceiling;
import dev.interlock.core.policy.Presets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a decision says of budgets is what it moved, and all of it. */
class BudgetReadingTest {
    private static final int STEPS = 80;

    @Test
    void runThatBegins_tellsWhatIsTaken_andAResultWhatItMoves() {
        RunBench bench = new RunBench(Presets.balanced());
        bench.read("p1", "1");
        assertThat(bench.last().moved())
                .containsExactly(
                        new BudgetReading(Ceiling.TURNS, new Budget(500, 1, 0)),
                        new BudgetReading(Ceiling.CALLS, new Budget(500, 0, 1)));
        bench.report(bench.idOf("p1"), Contracted.ok("1"));
        assertThat(bench.last().moved()).containsExactly(new BudgetReading(Ceiling.CALLS, new Budget(500, 1, 0)));
    }

    static long[] seeds() {
        Long one = Long.getLong("interlock.seed");
        return one == null ? new Random(7).longs(60).toArray() : new long[] {one};
    }

    /** Replay: {@code mvn -pl gateway/core test -Dtest=BudgetReadingTest -Dinterlock.seed=SEED}. */
    @ParameterizedTest(name = "-Dinterlock.seed={0}")
    @MethodSource("seeds")
    void whatWasToldLast_isHowEachBudgetStands(long seed) {
        Random random = new Random(seed);
        Life life = new Life(
                new RunBench(Spending.priced(
                        Presets.all().get(random.nextInt(Presets.all().size())), random)),
                random);
        Map<Ceiling, Budget> told = new EnumMap<>(Ceiling.class);
        for (int i = 0; i < STEPS; i++) {
            Map<Ceiling, Budget> before = Map.copyOf(told);
            RunDecision decision = life.step();
            decision.moved().forEach(reading -> told.put(reading.ceiling(), reading.budget()));
            assertThat(decision.moved()).noneMatch(reading -> reading.budget().equals(before.get(reading.ceiling())));
            decision.after().ifPresent(run -> tellsWhereItStands(decision, run));
            decision.after()
                    .ifPresent(run -> told.forEach((ceiling, budget) ->
                            assertThat(run.budgets().budget(ceiling)).isEqualTo(budget)));
            decision.after()
                    .ifPresent(run -> assertThat(Ceiling.values())
                            .filteredOn(ceiling -> ceiling != Ceiling.WALL_CLOCK_MS && !told.containsKey(ceiling))
                            .allMatch(ceiling -> run.budgets().budget(ceiling).taken() == 0));
        }
    }

    /** Of several outcomes of one decision the last one does, and each before it where the decision had come by then. */
    private static void tellsWhereItStands(RunDecision decision, RunState after) {
        List<Budgets> told = decision.effects().stream()
                .filter(RunEffect.Publish.class::isInstance)
                .map(effect -> ((RunEffect.Publish) effect).outcome().budgets())
                .toList();
        if (!told.isEmpty()) {
            assertThat(told.getLast()).as("%s", decision.verdict()).isEqualTo(after.budgets());
        }
    }
}
