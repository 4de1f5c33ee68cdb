package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.ApprovalRule;
import dev.interlock.core.policy.Policy;
import dev.interlock.core.policy.Presets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        Life life = new Life(
                new RunBench(RunBench.changed(policy, new ApprovalRule(toApprove), policy.horizons())), random);
        for (int i = 0; i < STEPS; i++) {
            Phase before = life.bench.state().map(RunState::phase).orElse(null);
            RunDecision decision = life.step();
            check(decision, before, life);
        }
    }

    private static void check(RunDecision decision, Phase before, Life life) {
        nothingIsLetThroughOnceARunEnds(decision, before);
        aRunHasOneTerminalOutcome(life);
        everyDispatchAndRequestHasItsOwnId(life);
        whatNeedsApprovalRunsOnlyWithOne(decision, life);
        anApprovalIsUsedOnce(life);
        whatIsFreeWasApprovedSinceTheLastStop(decision, life);
        nothingIsLetThroughWhileHeld(decision, before);
        decision.after().ifPresent(RunWalkTest::reservationsAreTheOpenCalls);
        decision.after().ifPresent(life.granting::check);
        decision.after().ifPresent(RunWalkTest::memoryIsBounded);
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
        assertThat(run.budgets().calls().reserved()).isEqualTo(open);
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

    private static void memoryIsBounded(RunState run) {
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

    /** One run's random life: only what its stage can really be told. */
    private static final class Life {
        private final RunBench bench;
        private final Random random;
        private final Map<String, String> approved = new HashMap<>();
        private final Map<String, Set<String>> used = new HashMap<>();
        private final Granting granting;
        private int proposals;
        private long revision;

        Life(RunBench bench, Random random) {
            this.bench = bench;
            this.random = random;
            this.granting = new Granting(bench, random);
        }

        RunDecision step() {
            RunDecision decision = next();
            letThrough(decision.effects())
                    .filter(call -> !Endings.isWrite(call))
                    .forEach(this::uses);
            return decision;
        }

        /** A call ran under its approval. */
        private void uses(OpenCall call) {
            call.approvalId()
                    .ifPresent(id -> used.computeIfAbsent(id, i -> new HashSet<>())
                            .add(call.call().digest() + " for " + call.proposalId()));
        }

        private RunDecision next() {
            bench.at(bench.clock() + random.nextInt(200));
            if (random.nextInt(8) == 0
                    && bench.state().filter(s -> s.phase() == Phase.HELD).isPresent()) {
                return person();
            }
            return switch (random.nextInt(20)) {
                case 0, 1, 2, 3, 4 -> bench.read("p" + proposals++, args());
                case 5, 6, 7, 8 -> bench.write("p" + proposals++, "op-" + random.nextInt(6), args());
                case 9, 10, 11 -> report();
                case 12, 13, 14, 15 -> answer();
                case 16 -> withdrawAnswer();
                case 17 -> due();
                case 18 -> rare();
                default -> bench.unreadable();
            };
        }

        private RunDecision rare() {
            return switch (random.nextInt(12)) {
                case 8, 9, 10, 11 -> granting.grant();
                case 0 -> bench.finish(Finish.Cause.AGENT);
                case 1 -> bench.stopped(StopScope.RUN, RunBench.RUN);
                case 2 -> stopped("search");
                case 3 -> stopped("pay");
                default -> bench.read("p" + proposals++, args());
            };
        }

        /** The stop is lifted at once: what it voided stays void, but what was used before it may be tried again. */
        private RunDecision stopped(String tool) {
            approved.entrySet().removeIf(given -> given.getValue().contains(tool) && !used.containsKey(given.getKey()));
            return bench.stopped(StopScope.TOOL, tool);
        }

        private RunDecision person() {
            Optional<Hold> pending = bench.state().flatMap(s -> s.holds().pending());
            String holdId = bench.pending();
            String digest = pending.map(h -> h.call().digest()).orElse("none");
            return switch (random.nextInt(8)) {
                case 0 -> bench.reject();
                case 1 -> bench.approve("another digest");
                case 2 -> bench.decide(new RunInput.Approved("another hold", digest, "control", "ann"));
                case 3, 4 ->
                    pending.map(h -> bench.propose("p" + proposals++, h.call())).orElseGet(() -> bench.approve(digest));
                default -> {
                    approved.put(holdId, digest);
                    yield bench.approve(digest);
                }
            };
        }

        private String args() {
            return String.valueOf(random.nextInt(5));
        }

        private RunDecision report() {
            Optional<OpenCall> read = open(OpenCall.Standing.DISPATCHED, false);
            String id = read.map(OpenCall::id).orElse("none");
            if (random.nextInt(6) == 0) {
                return bench.report(id, RunBench.fenced(Effect.NONE));
            }
            ResultStatus[] all = ResultStatus.values();
            ResultStatus status = random.nextInt(3) == 0 ? all[random.nextInt(all.length)] : ResultStatus.OK;
            return bench.report(id, RunBench.result(status, Effect.NONE, rising(), random.nextInt(12) == 0));
        }

        private RunDecision answer() {
            Optional<OpenCall> asked = open(OpenCall.Standing.REQUESTED, true);
            Optional<OpenCall> claimed = open(OpenCall.Standing.DISPATCHED, true);
            Optional<OpenCall> unknown = open(OpenCall.Standing.UNKNOWN, true);
            if (unknown.isPresent() && random.nextInt(3) == 0) {
                return found(unknown.get());
            }
            if (claimed.isPresent() && random.nextBoolean()) {
                return settle(claimed.get());
            }
            if (asked.isEmpty()) {
                return request(Answer.Verdict.GRANTED, "none");
            }
            boolean replay = asked.get().replay();
            Answer.Verdict[] first = {
                replay ? Answer.Verdict.REPLAYED : Answer.Verdict.GRANTED,
                Answer.Verdict.REFUSED,
                Answer.Verdict.REPLAYED,
                replay ? Answer.Verdict.REPLAYED : Answer.Verdict.RECHECK
            };
            return request(first[random.nextInt(first.length)], asked.get().id());
        }

        private RunDecision found(OpenCall unknown) {
            Answer.Verdict[] finals = {
                Answer.Verdict.COMMITTED,
                Answer.Verdict.NOT_COMMITTED,
                Answer.Verdict.NOT_COMMITTED,
                Answer.Verdict.EXHAUSTED
            };
            return request(finals[random.nextInt(finals.length)], unknown.id());
        }

        private RunDecision settle(OpenCall claimed) {
            Answer.Verdict[] finals = {
                Answer.Verdict.COMMITTED, Answer.Verdict.COMMITTED, Answer.Verdict.NOT_COMMITTED, Answer.Verdict.UNKNOWN
            };
            return request(finals[random.nextInt(finals.length)], claimed.id());
        }

        private RunDecision request(Answer.Verdict verdict, String id) {
            Effect effect = verdict == Answer.Verdict.NOT_COMMITTED ? Effect.NOT_COMMITTED : Effect.COMMITTED;
            boolean fenced = verdict == Answer.Verdict.NOT_COMMITTED && random.nextBoolean();
            return decidedAnswer(
                    verdict,
                    id,
                    fenced
                            ? RunBench.fenced(effect)
                            : RunBench.result(status(verdict), effect, rising(), random.nextInt(12) == 0));
        }

        private ResultStatus status(Answer.Verdict verdict) {
            boolean nothingFound = verdict == Answer.Verdict.NOT_COMMITTED && random.nextBoolean();
            return nothingFound ? ResultStatus.RETRYABLE : ResultStatus.OK;
        }

        private RunDecision decidedAnswer(Answer.Verdict verdict, String id, Result result) {
            if (bench.state().isEmpty()) {
                return bench.read("p" + proposals++, args());
            }
            Optional<Reason> reason =
                    verdict == Answer.Verdict.REFUSED ? Optional.of(Reason.OPERATION_IN_FLIGHT) : Optional.empty();
            Optional<OpenCall> call = bench.state().map(s -> s.open().get(id));
            if (verdict == Answer.Verdict.GRANTED) {
                call.ifPresent(this::uses);
            }
            boolean usedUp =
                    call.flatMap(OpenCall::approvalId).filter(used::containsKey).isPresent();
            return bench.approvalUsed(usedUp).answer(Answer.To.REQUEST, verdict, id, Optional.of(result), reason);
        }

        private RunDecision withdrawAnswer() {
            List<String> open = bench.state()
                    .flatMap(RunState::ending)
                    .map(Ending::withdrawsOpen)
                    .orElse(List.of());
            if (open.isEmpty()) {
                return bench.read("p" + proposals++, args());
            }
            String id = open.get(random.nextInt(open.size()));
            OpenCall call = bench.state().orElseThrow().open().get(id);
            boolean claimed = call != null && call.state() != OpenCall.Standing.REQUESTED;
            Answer.Verdict verdict = claimed ? Answer.Verdict.GRANTED : Answer.Verdict.WITHDRAWN;
            return bench.answer(Answer.To.WITHDRAW, verdict, id, Optional.empty());
        }

        private RunDecision due() {
            Optional<OpenCall> read = open(OpenCall.Standing.DISPATCHED, false);
            if (random.nextInt(10) == 0) {
                return bench.due(new Timer.Deadline());
            }
            return bench.due(read.<Timer>map(c -> new Timer.Dispatch(c.id(), c.attempt()))
                    .orElse(new Timer.Hold()));
        }

        private Optional<OpenCall> open(OpenCall.Standing standing, boolean write) {
            List<OpenCall> found = new ArrayList<>(
                    bench.state().map(s -> List.copyOf(s.open().values())).orElse(List.of()));
            found.removeIf(c -> c.state() != standing || Endings.isWrite(c) != write);
            return found.isEmpty() ? Optional.empty() : Optional.of(found.get(random.nextInt(found.size())));
        }

        private long rising() {
            return revision += random.nextInt(3);
        }
    }
}
