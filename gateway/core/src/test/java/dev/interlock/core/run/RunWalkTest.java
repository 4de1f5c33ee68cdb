package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.policy.ApprovalRule;
import dev.interlock.core.policy.PageRule;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.PollRule;
import dev.interlock.core.policy.Presets;
import dev.interlock.core.policy.Repetition;
import dev.interlock.core.policy.SameCall;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.core.policy.ToolLimits;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Random lives, each step checked. Replay: {@code mvn -pl gateway/core test -Dtest=RunWalkTest -Dinterlock.seed=SEED}. */
class RunWalkTest {
    private static final int LIVES = 400;
    private static final int STEPS = 80;

    @TestFactory
    Stream<DynamicTest> invariantsHoldInEveryLife() {
        Long one = Long.getLong("interlock.seed");
        LongStream seeds = one == null ? LongStream.range(0, LIVES) : LongStream.of(one);
        return seeds.boxed().map(seed -> DynamicTest.dynamicTest("-Dinterlock.seed=" + seed, () -> live(seed)));
    }

    private static void live(long seed) {
        Random random = new Random(seed);
        Policy policy = Presets.all().get(random.nextInt(Presets.all().size()));
        List<String> toApprove = List.of(List.<String>of(), List.of("pay"), List.of("search", "pay"))
                .get(random.nextInt(3));
        Policy priced = Closing.keeping(
                Pacing.paced(Spending.priced(churning(contracted(policy, random), random), random), random), random);
        Life life = new Life(
                new RunBench(RunBench.changed(priced, new ApprovalRule(toApprove), policy.horizons())), random);
        for (int i = 0; i < STEPS; i++) {
            Optional<RunState> before = life.bench.state();
            RunDecision decision = life.step();
            life.closing.check(before, decision);
            check(decision, before.map(RunState::phase).orElse(null), life);
            life.triggered.check(before, decision);
        }
    }

    /** Sometimes a few calls that come again are told, and one tool has a word of its own on what is the same. */
    private static Policy churning(Policy policy, Random random) {
        if (random.nextInt(3) > 0) {
            return policy;
        }
        Repetition rules = policy.repetition();
        int window = 1 + random.nextInt(Math.min(8, rules.identical().window()));
        Repetition churning = new Repetition(
                rules.identical(),
                rules.cycle(),
                rules.sameFailure(),
                rules.sameResult(),
                rules.unreported(),
                rules.idle(),
                Optional.of(new Repetition.Churn(1 + random.nextInt(window), window)),
                rules.userTurnClears());
        ToolContract search = policy.contract("search").orElseThrow();
        return RunBench.repeating(policy, churning).with("search", search.with(SameCall.inARow(random.nextInt(4))));
    }

    /** Sometimes the tools have ceilings of their own, polls and pages. */
    private static Policy contracted(Policy policy, Random random) {
        if (random.nextBoolean()) {
            return policy;
        }
        ToolLimits limits =
                new ToolLimits(OptionalInt.of(1 + random.nextInt(6)), OptionalInt.of(1 + random.nextInt(3)));
        PollRule poll = new PollRule(1 + random.nextInt(5), random.nextInt(300), 1 + random.nextInt(3_000));
        PageRule page = new PageRule(1 + random.nextInt(4));
        return policy.with(
                        "search",
                        policy.contract("search")
                                .orElseThrow()
                                .with(limits)
                                .with(poll)
                                .with(page))
                .with("pay", policy.contract("pay").orElseThrow().with(limits));
    }

    private static void check(RunDecision decision, Phase before, Life life) {
        nothingIsLetThroughOnceARunEnds(decision, before);
        aRunHasOneTerminalOutcome(life);
        everyDispatchAndRequestHasItsOwnId(life);
        whatNeedsApprovalRunsOnlyWithOne(decision, life);
        anApprovalIsUsedOnce(life);
        whatIsFreeWasApprovedSinceTheLastStop(decision, life);
        nothingIsLetThroughWhileHeld(decision, before);
        nothingIsLetThroughThatTheDeadManSwitchKeepsClosed(decision, life);
        decision.after().ifPresent(RunWalkTest::reservationsAreTheOpenCalls);
        decision.after().ifPresent(life.granting::check);
        decision.after().ifPresent(life.spending::check);
        life.pacing.check(life.bench.policy());
        decision.after().ifPresent(RunWalkTest::memoryIsBounded);
        decision.after().ifPresent(run -> toolsKeepTheirContracts(run, life));
        decision.after().ifPresent(RunWalkTest::reconcilesWhileSomethingIsUnknown);
        nothingIsWrittenWhileSomethingIsUnknown(decision);
        decision.after().filter(s -> s.phase() == Phase.ENDED).ifPresent(RunWalkTest::nothingIsAskedWhenEnded);
    }

    private static void nothingIsLetThroughOnceARunEnds(RunDecision decision, Phase before) {
        if (before == Phase.ENDING || before == Phase.ENDED) {
            assertThat(decision.effects())
                    .noneMatch(e -> e instanceof RunEffect.Execute || e instanceof RunEffect.Request);
        }
    }

    private static void nothingIsLetThroughThatTheDeadManSwitchKeepsClosed(RunDecision decision, Life life) {
        assertThat(letThrough(decision.effects()).filter(call -> !call.replay()))
                .noneMatch(call -> life.bench
                        .closure()
                        .filter(closed -> closed.reaches(call.call().kind()))
                        .isPresent());
    }

    private static void aRunHasOneTerminalOutcome(Life life) {
        assertThat(life.bench.outcomes(Outcome.Type.TERMINAL)).hasSizeLessThanOrEqualTo(1);
    }

    private static void everyDispatchAndRequestHasItsOwnId(Life life) {
        Set<String> ids = new HashSet<>();
        for (RunEffect effect : life.bench.effects()) {
            if (effect instanceof RunEffect.Execute execute) {
                assertThat(ids.add(execute.call().id())).as("%s", execute).isTrue();
            }
            if (effect instanceof RunEffect.Request request) {
                assertThat(ids.add(request.call().id())).as("%s", request).isTrue();
            }
        }
    }

    private static void whatNeedsApprovalRunsOnlyWithOne(RunDecision decision, Life life) {
        letThrough(decision.effects())
                .filter(call -> !call.replay())
                .forEach(call -> assertThat(call.approvalId().isPresent())
                        .as("%s", call)
                        .isEqualTo(life.bench
                                .policy()
                                .approval()
                                .covers(call.call().tool())));
        letThrough(decision.effects())
                .filter(call -> call.approvalId().isPresent())
                .forEach(call -> assertThat(life.approved)
                        .as("approved holds")
                        .containsEntry(
                                call.approvalId().orElseThrow(), call.call().digest()));
    }

    /** A call that is proven not to have run is the same call still. */
    private static void anApprovalIsUsedOnce(Life life) {
        life.used.forEach((id, digests) ->
                assertThat(digests).as("calls run under %s", id).hasSize(1));
        life.bench
                .state()
                .ifPresent(run -> run.holds()
                        .calls()
                        .forEach(hold ->
                                assertThat(life.used.keySet()).as("used").doesNotContain(hold.holdId())));
    }

    private static void whatIsFreeWasApprovedSinceTheLastStop(RunDecision decision, Life life) {
        decision.after()
                .ifPresent(run -> assertThat(run.holds().calls())
                        .filteredOn(hold -> hold.standing() == Hold.Standing.GRANTED)
                        .allSatisfy(hold -> assertThat(life.approved).containsKey(hold.holdId())));
    }

    private static void nothingIsLetThroughWhileHeld(RunDecision decision, Phase before) {
        boolean stays = before == Phase.HELD
                && decision.after().filter(s -> s.phase() == Phase.HELD).isPresent();
        if (stays) {
            assertThat(letThrough(decision.effects())).isEmpty();
        }
    }

    static Stream<OpenCall> letThrough(List<RunEffect> effects) {
        return effects.stream().flatMap(effect -> switch (effect) {
            case RunEffect.Execute execute -> Stream.of(execute.call());
            case RunEffect.Request request -> Stream.of(request.call());
            default -> Stream.empty();
        });
    }

    private static void reservationsAreTheOpenCalls(RunState run) {
        long open = run.open().values().stream().filter(c -> !c.replay()).count();
        assertThat(run.budgets().calls().reserved())
                .isEqualTo(open + run.budgets().turns().reserved());
        for (Budget budget : List.of(
                run.budgets().turns(),
                run.budgets().calls(),
                run.budgets().modelCalls(),
                run.budgets().retries())) {
            assertThat(budget.used()).isNotNegative();
            assertThat(budget.reserved()).isNotNegative();
            assertThat(budget.remaining() + budget.used() + budget.reserved()).isEqualTo(budget.allowed());
        }
        assertThat(run.budgets().calls().taken())
                .isLessThanOrEqualTo(run.budgets().calls().allowed());
        assertThat(run.budgets().turns().taken())
                .isLessThanOrEqualTo(run.budgets().turns().allowed());
    }

    private static void toolsKeepTheirContracts(RunState run, Life life) {
        Tallies tallies = run.history().tallies();
        for (String tool : List.of("search", "pay")) {
            ToolContract contract = life.bench.policy().contract(tool).orElseThrow();
            long open = run.open().values().stream()
                    .filter(c -> c.call().tool().equals(tool) && !c.replay())
                    .filter(c -> c.state() != OpenCall.Standing.UNKNOWN)
                    .count();
            contract.limits().ifPresent(limits -> {
                limits.calls()
                        .ifPresent(most -> assertThat(tallies.callsOf(tool)).isBetween(0, most));
                limits.parallel().ifPresent(most -> assertThat(open).isLessThanOrEqualTo(most));
            });
            contract.poll()
                    .ifPresent(rule -> assertThat(tallies.polls().values())
                            .allSatisfy(poll -> assertThat(poll.asked()).isBetween(1, rule.most() + 3)));
            contract.page()
                    .ifPresent(rule -> assertThat(tallies.sweeps().values())
                            .allSatisfy(sweep -> assertThat(sweep.pages()).isBetween(0, rule.most())));
        }
    }

    private static void memoryIsBounded(RunState run) {
        assertThat(run.history().tallies().calls()).hasSizeLessThanOrEqualTo(Tallies.MOST_TOOLS + 1);
        assertThat(run.history().tallies().polls()).hasSizeLessThanOrEqualTo(Tallies.MOST_POLLS);
        assertThat(run.history().tallies().sweeps()).hasSizeLessThanOrEqualTo(Tallies.MOST_SWEEPS);
        assertThat(run.history().calls()).hasSizeLessThanOrEqualTo(256);
        assertThat(run.history().retries()).hasSizeLessThanOrEqualTo(History.MOST_RETRIES);
        assertThat(run.history().results()).hasSizeLessThanOrEqualTo(History.MOST_RESULTS);
        assertThat(run.holds().calls()).hasSizeLessThanOrEqualTo(Holds.MOST_APPROVED + 128 + 1);
        assertThat(run.holds().calls())
                .allMatch(h -> h.joined().size() <= Hold.MOST_JOINED)
                .filteredOn(h -> h.standing() == Hold.Standing.PENDING)
                .hasSizeLessThanOrEqualTo(1);
        assertThat(run.turns()).hasSizeLessThanOrEqualTo(RunState.MOST_AGENTS);
        assertThat(run.progress().revisions()).hasSizeLessThanOrEqualTo(Progress.MOST_SUBJECTS + 1);
    }

    /** A run that was open is reconciling exactly as long as one of its operations is unknown. */
    private static void reconcilesWhileSomethingIsUnknown(RunState run) {
        boolean unknown = run.open().values().stream().anyMatch(c -> c.state() == OpenCall.Standing.UNKNOWN);
        if (run.phase() == Phase.OPEN || run.phase() == Phase.RECONCILING) {
            assertThat(run.phase() == Phase.RECONCILING).isEqualTo(unknown);
        }
    }

    private static void nothingIsWrittenWhileSomethingIsUnknown(RunDecision decision) {
        if (decision.after().filter(s -> s.phase() == Phase.RECONCILING).isPresent()) {
            assertThat(decision.effects())
                    .noneMatch(
                            e -> e instanceof RunEffect.Request r && !r.call().replay());
        }
    }

    private static void nothingIsAskedWhenEnded(RunState run) {
        assertThat(run.open().values()).noneMatch(c -> c.state() == OpenCall.Standing.REQUESTED);
        assertThat(run.ending().orElseThrow().withdrawsOpen()).isEmpty();
    }
}
