package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Presets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Random lives of runs that are resumed, each step checked over all of them. Replay:
 * {@code mvn -pl gateway/core test -Dtest=ResumeWalkTest -Dinterlock.seed=SEED}.
 */
class ResumeWalkTest {
    private static final int LIVES = 400;
    private static final int STEPS = 200;

    @TestFactory
    Stream<DynamicTest> invariantsHoldOverAllRunsThatDoTheSameWork() {
        Long one = Long.getLong("interlock.seed");
        LongStream seeds = one == null ? LongStream.range(0, LIVES) : LongStream.of(one);
        return seeds.boxed().map(seed -> DynamicTest.dynamicTest("-Dinterlock.seed=" + seed, () -> live(seed)));
    }

    @Test
    void livesAreFullOfResumes_andOfWritesThatSettleAfterThem() {
        List<Dynasty> lives =
                LongStream.range(0, LIVES / 4).mapToObj(ResumeWalkTest::live).toList();
        assertThat(lives.stream().mapToLong(life -> life.runs().size() - 1).sum())
                .as("resumes")
                .isGreaterThan(lives.size());
        long passedOn = lives.stream()
                .flatMap(life -> life.runs().stream())
                .flatMap(bench -> bench.effects().stream())
                .filter(RunEffect.Forward.class::isInstance)
                .count();
        assertThat(passedOn).as("answers passed on").isGreaterThan(lives.size() / 2);
        assertThat(ends(lives, Reason.UNKNOWN_COMMIT))
                .as("runs that ended because nobody will know what became of what they inherited")
                .isPositive();
        assertThat(ends(lives, Reason.ALL_STOPPED))
                .as("runs stopped on the way to them")
                .isGreaterThan(lives.size() / 10);
    }

    /** Ends of runs that went on from others. */
    private static long ends(List<Dynasty> lives, Reason reason) {
        return lives.stream()
                .flatMap(life -> life.runs().stream().skip(1))
                .flatMap(bench -> bench.outcomes(Outcome.Type.TERMINAL).stream())
                .filter(end -> end.reason().equals(Optional.of(reason)))
                .filter(end -> reason != Reason.UNKNOWN_COMMIT
                        || end.blocked().filter(Ending.Blocked::inherited).isPresent())
                .count();
    }

    private static Dynasty live(long seed) {
        Random random = new Random(seed);
        Dynasty dynasty =
                new Dynasty(Presets.all().get(random.nextInt(Presets.all().size())), random);
        for (int i = 0; i < STEPS; i++) {
            dynasty.step();
            dynasty.runs().forEach(ResumeWalkTest::check);
            noMoreIsSpentThanWasAllowed(dynasty);
        }
        dynasty.settleAll();
        dynasty.runs().forEach(ResumeWalkTest::check);
        noMoreIsSpentThanWasAllowed(dynasty);
        everyRunKnowsWhatBecameOfEveryWrite(dynasty);
        return dynasty;
    }

    private static void check(RunBench bench) {
        bench.state().ifPresent(run -> {
            identityHolds(run);
            reconcilesWhileSomethingIsUnknown(run);
        });
        assertThat(bench.outcomes(Outcome.Type.TERMINAL)).hasSizeLessThanOrEqualTo(1);
        assertThat(bench.effects())
                .as("successors of %s", bench.runId())
                .filteredOn(RunEffect.BeginSuccessor.class::isInstance)
                .hasSizeLessThanOrEqualTo(1);
    }

    private static void identityHolds(RunState run) {
        Budgets budgets = run.budgets();
        for (Budget budget : Stream.of(budgets.calls(), budgets.modelCalls(), budgets.turns(), budgets.retries())
                .toList()) {
            assertThat(budget.remaining() + budget.used() + budget.reserved()).isEqualTo(budget.allowed());
            assertThat(budget.used()).isNotNegative();
            assertThat(budget.reserved()).isNotNegative();
        }
        assertThat(budgets.calls().remaining()).isNotNegative();
        assertThat(budgets.calls().reserved())
                .as("open in %s", run.runId())
                .isEqualTo(run.open().values().stream().filter(c -> !c.replay()).count());
    }

    private static void reconcilesWhileSomethingIsUnknown(RunState run) {
        boolean unknown = run.open().values().stream().anyMatch(c -> c.state() == OpenCall.Standing.UNKNOWN);
        if (run.phase() == Phase.OPEN || run.phase() == Phase.RECONCILING) {
            assertThat(run.phase() == Phase.RECONCILING).isEqualTo(unknown);
        }
    }

    /** Ceilings never reset: all the runs together let through no more than one ceiling and what was granted. */
    private static void noMoreIsSpentThanWasAllowed(Dynasty dynasty) {
        assertThat(dynasty.spent()).as("calls that ran in all runs").isLessThanOrEqualTo(dynasty.allowed());
    }

    /** Nothing that was left open is forgotten on its way, and nothing arrives twice. */
    private static void everyRunKnowsWhatBecameOfEveryWrite(Dynasty dynasty) {
        for (RunBench bench : dynasty.runs()) {
            Optional<RunState> run = bench.state();
            assertThat(run.stream().flatMap(r -> r.open().values().stream()).filter(OpenCall::inherited))
                    .as("inherited by %s and still open", bench.runId())
                    .isEmpty();
        }
        RunState newest = dynasty.newest().state().orElseThrow();
        assertThat(newest.budgets().calls().used()).as("used in the newest run").isEqualTo(dynasty.spent());
    }
}
