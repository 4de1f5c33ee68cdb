package dev.interlock.core.run;

import dev.interlock.core.fact.Closure;
import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Page;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.outcome.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** One run's random life: only what its stage can really be told. */
final class Life {
    final RunBench bench;
    private final Random random;
    final Map<String, String> approved = new HashMap<>();
    final Map<String, Set<String>> used = new HashMap<>();
    final Granting granting;
    final Triggered triggered;
    final Spending spending;
    final Pacing pacing = new Pacing();
    final Closing closing = new Closing();
    private int proposals;
    private long revision;

    Life(RunBench bench, Random random) {
        this.bench = bench;
        this.random = random;
        this.granting = new Granting(bench, random);
        this.triggered = new Triggered(bench, random);
        this.spending = new Spending(bench, random);
    }

    RunDecision step() {
        RunDecision decision = triggered.answer().orElseGet(this::next);
        RunWalkTest.letThrough(decision.effects())
                .filter(call -> !Endings.isWrite(call))
                .forEach(this::uses);
        pacing.note(decision);
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
        operators();
        triggered.sayCause();
        if (random.nextInt(8) == 0
                && bench.state().filter(s -> s.phase() == Phase.HELD).isPresent()) {
            return person();
        }
        return switch (random.nextInt(20)) {
            case 0, 1, 2, 3 -> bench.read("p" + proposals++, args());
            case 4 ->
                switch (random.nextInt(4)) {
                    case 0 -> estimated();
                    case 1 -> bench.propose("p" + proposals++, Closing.model(args()));
                    default -> page();
                };
            case 5, 6, 7, 8 -> bench.write("p" + proposals++, "op-" + random.nextInt(6), args());
            case 9, 10, 11 -> report();
            case 12, 13, 14, 15 -> answer();
            case 16 -> withdrawAnswer();
            case 17 -> due();
            case 18 -> rare();
            default -> bench.unreadable();
        };
    }

    /** Sometimes nobody is heard for a while. */
    private void operators() {
        switch (random.nextInt(30)) {
            case 0 -> bench.closed(Closure.Extent.WRITES);
            case 1 -> bench.closed(Closure.Extent.ALL);
            case 2, 3, 4, 5 -> bench.opened();
            default -> {
                // As it was.
            }
        }
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

    private RunDecision estimated() {
        return bench.propose("p" + proposals++, spending.estimated(Contracted.read(args(), Optional.empty())));
    }

    private RunDecision page() {
        String series = "list " + random.nextInt(2);
        String cursor = random.nextBoolean() ? "" : String.valueOf(random.nextInt(4));
        return bench.propose(
                "p" + proposals++, Contracted.read(series + cursor, Optional.of(new Page(series, cursor))));
    }

    private RunDecision report() {
        Optional<OpenCall> read = open(OpenCall.Standing.DISPATCHED, false);
        String id = read.map(OpenCall::id).orElse("none");
        if (random.nextInt(6) == 0) {
            return bench.report(id, RunBench.fenced(Effect.NONE));
        }
        ResultStatus[] all = ResultStatus.values();
        ResultStatus status = random.nextInt(3) == 0 ? all[random.nextInt(all.length)] : ResultStatus.OK;
        Result brought = spending.paid(id, RunBench.result(status, Effect.NONE, rising(), random.nextInt(12) == 0));
        return switch (random.nextInt(4)) {
            case 0 -> bench.report(id, brought.asPending());
            case 1 -> bench.report(id, brought.withPage("records " + random.nextInt(4)));
            default -> bench.report(id, brought);
        };
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
                        : spending.paid(
                                id, RunBench.result(status(verdict), effect, rising(), random.nextInt(12) == 0)));
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
        return bench.due(
                read.<Timer>map(c -> new Timer.Dispatch(c.id(), c.attempt())).orElse(new Timer.Hold()));
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
