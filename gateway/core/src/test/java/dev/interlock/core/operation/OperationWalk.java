package dev.interlock.core.operation;

import static dev.interlock.core.operation.Cases.ID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Closure;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.operation.Operation.State;
import dev.interlock.core.operation.OperationEffect.Execute;
import dev.interlock.core.operation.OperationEffect.Query;
import dev.interlock.core.operation.OperationInput.HorizonDue;
import dev.interlock.core.operation.OperationInput.QueryDue;
import dev.interlock.core.operation.OperationInput.Reported;
import dev.interlock.core.operation.OperationInput.Requested;
import dev.interlock.core.operation.OperationInput.Running;
import dev.interlock.core.operation.OperationInput.Stopped;
import dev.interlock.core.operation.OperationInput.TimeoutDue;
import dev.interlock.core.operation.OperationInput.Withdrawn;
import dev.interlock.core.operation.OperationVerdict.What;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.core.policy.ToolContract.ProgressRule;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** One random life of an operation that several runs want, checked after every step. */
final class OperationWalk {
    private static final int STEPS = 120;
    private static final int RUNS = 3;
    private static final long SKEW = 5;
    /** Where nobody can be asked and nobody may wait, and where both is so. */
    private static final List<ToolContract> CONTRACTS = List.of(
            new ToolContract(30, 40, SKEW, 7, 900, 2, true, false, 3, 4, 0, ProgressRule.NEW_RESULT),
            new ToolContract(30, 40, SKEW, 7, 900, 2, true, true, 3, 4, 2, ProgressRule.NEW_RESULT));

    private final Random random;
    private final boolean honest;
    private final WorkerWorld world;
    private final Trail trail = new Trail(ID);
    private final Guarantees guarantees = new Guarantees();
    private final Admissions admissions = new Admissions();
    private final List<Step> steps = new ArrayList<>();
    private final List<OperationDecision> decisions = new ArrayList<>();
    private final ToolContract contract;
    private Optional<OperationInput> finding = Optional.empty();
    private long trueMs = 1_000;
    private int serial;

    /** @param honest whether workers, timers and clocks keep to what the gateway may rely on */
    OperationWalk(long seed, boolean honest) {
        this.random = new Random(seed);
        this.honest = honest;
        this.world = new WorkerWorld(random);
        this.contract = CONTRACTS.get(random.nextInt(CONTRACTS.size()));
    }

    private record Step(OperationInput input, long atMs) {}

    /** Walks, and says which verdicts were met. */
    Set<What> walk() {
        Set<What> met = EnumSet.noneOf(What.class);
        for (int i = 0; i < STEPS; i++) {
            trueMs += random.nextInt(4) == 0 ? random.nextInt(60) : random.nextInt(4);
            next().ifPresent(input -> met.add(take(input).verdict().what()));
        }
        isReplayedAlike();
        return met;
    }

    private OperationDecision take(OperationInput input) {
        long atMs = trueMs - random.nextInt((int) SKEW + 1);
        Optional<Operation> before = trail.state();
        OperationDecision decision = trail.take(input, atMs);
        steps.add(new Step(input, atMs));
        decisions.add(decision);
        guarantees.check(before, input, decision);
        admissions.check(before, input, decision);
        decision.effects().forEach(effect -> {
            if (effect instanceof Execute execute) {
                world.dispatched(execute.claim(), trueMs);
            }
            if (effect instanceof Query query) {
                world.asked(query);
            }
        });
        if (honest) {
            agreesWithTheWorld(decision);
        }
        if (decision.after().isEmpty()) {
            world.forget();
        }
        return decision;
    }

    private void agreesWithTheWorld(OperationDecision decision) {
        assertThat(world.effects()).as("the effect happens once at most").isLessThanOrEqualTo(1);
        assertThat(decision.verdict().what()).isNotEqualTo(What.CONFLICTING);
        decision.after().map(Operation::state).ifPresent(state -> {
            if (state == State.COMMITTED || state == State.NOT_COMMITTED) {
                assertThat(world.effects()).isEqualTo(state == State.COMMITTED ? 1 : 0);
            }
        });
    }

    private void isReplayedAlike() {
        Trail replay = new Trail(ID);
        List<OperationDecision> again = steps.stream()
                .map(step -> replay.take(step.input(), step.atMs()))
                .toList();
        assertThat(again).isEqualTo(decisions);
    }

    private Optional<OperationInput> next() {
        return switch (random.nextInt(15)) {
            case 0, 1, 2 -> Optional.of(request());
            case 3 -> Optional.of(withdraw());
            case 4 -> timeout();
            case 5 -> horizon();
            case 6 -> Optional.of(new Stopped(stop()));
            case 7 -> query();
            case 8 -> Optional.of(running());
            case 9 -> operator();
            case 10 -> Optional.of(admissions.next(random));
            default -> report();
        };
    }

    private Optional<OperationInput> query() {
        if (!honest && random.nextInt(4) == 0) {
            return Optional.of(new QueryDue(random.nextInt(4), random.nextInt(5)));
        }
        return guarantees.query().map(planned -> {
            trueMs = Math.max(trueMs, planned.atMs() + SKEW);
            return new QueryDue(planned.epoch(), planned.attempt());
        });
    }

    private Running running() {
        int epoch = trail.state().map(o -> o.claim().epoch()).orElse(1) - random.nextInt(2);
        return new Running(Claim.dispatchId(ID, epoch), epoch);
    }

    /** An operator looks, and tells later what there was to see. */
    private Optional<OperationInput> operator() {
        Optional<OperationInput> told = finding;
        finding = Optional.empty();
        if (told.isPresent() || trail.state().isEmpty()) {
            return told;
        }
        boolean there = honest ? world.effects() > 0 : random.nextBoolean();
        long version = trail.operation().version() - (random.nextInt(4) == 0 ? 1 : 0);
        finding = Optional.of(Cases.resolves(there ? State.COMMITTED : State.NOT_COMMITTED, version, trueMs));
        return Optional.empty();
    }

    private Requested request() {
        Optional<Request> holder = trail.state().map(o -> o.claim().request());
        if (holder.isPresent() && random.nextInt(6) == 0) {
            return new Requested(holder.get(), List.of(), closure());
        }
        Request own = Cases.request("run-" + random.nextInt(RUNS), "r-" + serial++, contract);
        Request asked = random.nextInt(6) == 0 ? Cases.at(Admissions.ELSEWHERE, own) : own;
        List<Stop> stops = random.nextInt(4) == 0 ? List.of(stop(), stop()) : List.of();
        return new Requested(
                switch (random.nextInt(12)) {
                    case 0 -> Cases.replayOnly(asked);
                    case 1 -> Cases.about(asked, "pay", "f2", "rule-1");
                    case 2 -> Cases.about(asked, "pay", "f1", "rule-2");
                    default -> asked;
                },
                stops,
                closure());
    }

    private Optional<Closure> closure() {
        return random.nextInt(6) == 0 ? Optional.of(new Closure(Closure.Extent.WRITES, 0, 1, 2, 1)) : Optional.empty();
    }

    private Withdrawn withdraw() {
        Optional<Joiner> waiting =
                trail.state().flatMap(o -> o.joiners().stream().findFirst()).filter(j -> random.nextBoolean());
        if (waiting.isPresent()) {
            return new Withdrawn(waiting.get().requestId(), waiting.get().runId(), "p");
        }
        String requestId = trail.state()
                .filter(o -> random.nextBoolean())
                .map(o -> o.claim().request().requestId())
                .orElse("r-" + random.nextInt(serial + 1));
        return new Withdrawn(requestId, "run-" + random.nextInt(RUNS), "p");
    }

    private Stop stop() {
        return switch (random.nextInt(5)) {
            case 3 -> Cases.stopOf(StopScope.CHAIN, random.nextBoolean() ? ID : Admissions.ELSEWHERE.root());
            case 0 -> Cases.stopOf(StopScope.RUN, "run-" + random.nextInt(RUNS));
            case 1 -> Cases.stopOf(StopScope.AGENT, "agent-of-run-" + random.nextInt(RUNS));
            case 2 -> Cases.stopOf(StopScope.TOOL, random.nextBoolean() ? "pay" : "mail");
            default -> Cases.stopOf(random.nextBoolean() ? StopScope.ALL : StopScope.MODEL, "");
        };
    }

    private Optional<OperationInput> timeout() {
        if (!honest && random.nextBoolean()) {
            return Optional.of(new TimeoutDue(random.nextInt(4)));
        }
        return guarantees.timeout().filter(t -> t.atMs() <= trueMs).map(t -> new TimeoutDue(t.epoch()));
    }

    private Optional<OperationInput> horizon() {
        if (!honest && random.nextInt(4) == 0) {
            return Optional.of(new HorizonDue(random.nextInt(8)));
        }
        boolean soon = random.nextInt(3) == 0;
        return guarantees.horizon().filter(h -> soon).map(h -> {
            trueMs = Math.max(trueMs, h.atMs());
            return new HorizonDue(h.version());
        });
    }

    private Optional<OperationInput> report() {
        if (honest || random.nextBoolean()) {
            return world.act(trueMs).map(OperationInput.class::cast);
        }
        int current = trail.state().map(o -> o.claim().epoch()).orElse(1);
        int epoch = Math.max(0, current + 1 - random.nextInt(3));
        String digest = "rogue-" + random.nextInt(20);
        if (random.nextInt(3) == 0) {
            return Optional.of(answer(epoch, digest));
        }
        Reported report = Cases.reports(epoch, anyResult(), digest, trueMs);
        boolean foreign = random.nextInt(10) == 0;
        return Optional.of(
                foreign
                        ? new Reported("d-" + epoch, epoch, report.result(), Optional.empty(), digest, trueMs)
                        : report);
    }

    private Reported answer(int epoch, String digest) {
        Reported answer = Cases.answers(epoch, 1 + random.nextInt(4), anyResult(), digest, trueMs);
        return switch (random.nextInt(4)) {
            case 0 -> Cases.naming(answer, Claim.dispatchId(ID, 1 + random.nextInt(3)));
            case 1 -> Cases.naming(answer, "another");
            default -> answer;
        };
    }

    private Result anyResult() {
        List<Result> results = List.of(
                Cases.committed(),
                Cases.committed("another"),
                Cases.regressing(),
                Cases.malformed(),
                Cases.notCommitted(),
                Cases.notExecuted(),
                Cases.fenced(Effect.COMMITTED),
                Cases.threw(),
                Cases.unrecognised(),
                Cases.noEffect(),
                Cases.unknown(),
                Cases.notQueryable());
        return results.get(random.nextInt(results.size()));
    }
}
