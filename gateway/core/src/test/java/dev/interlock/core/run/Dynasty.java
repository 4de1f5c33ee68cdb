package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Ceiling;
import dev.interlock.core.policy.Policy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * A run, the run that goes on from it, and so on, with what is on its way between them: each is told what its predecessor
 * says in that order, but any time later. Workers and the operation stage answer at random, also for runs that have ended.
 */
final class Dynasty {

    private final Random random;
    private final List<RunBench> runs = new ArrayList<>();
    private final List<Integer> heard = new ArrayList<>();
    private final Set<String> gaveBack = new HashSet<>();
    private final Set<String> writtenOff = new HashSet<>();
    private final long ceiling;
    private long granted;
    private int proposals;
    private long revision;

    Dynasty(Policy policy, Random random) {
        this.random = random;
        this.ceiling = policy.ceilings().calls();
        add(new RunBench(policy));
    }

    List<RunBench> runs() {
        return runs;
    }

    RunBench newest() {
        return runs.stream()
                .filter(bench -> bench.state().isPresent())
                .reduce((older, newer) -> newer)
                .orElseThrow();
    }

    long allowed() {
        return ceiling + granted;
    }

    /**
     * Calls that ran, or may have, in all runs. One that is tried again is one call; a read that was open at a resume is
     * one as well, whatever became of it.
     */
    long spent() {
        Set<String> ran = new HashSet<>();
        for (RunBench bench : runs) {
            RunWalkTest.letThrough(bench.effects())
                    .filter(call -> !call.replay())
                    .map(call -> name(bench, call))
                    .filter(name -> !gaveBack.contains(name) || writtenOff.contains(name))
                    .forEach(ran::add);
        }
        return ran.size();
    }

    void step() {
        RunBench any = runs.get(random.nextInt(runs.size()));
        any.at(any.clock() + random.nextInt(200));
        switch (random.nextInt(14)) {
            case 0, 1, 2, 3 -> propose(runs.get(runs.size() - 1));
            case 4 -> report(any);
            case 5, 6 -> answer(any);
            case 7, 8 -> withdrawn(any);
            case 9, 10 -> tell();
            case 11 -> endAmidst(any);
            default -> command(any);
        }
    }

    /** All that is open is answered, and everybody is told. */
    void settleAll() {
        for (RunBench bench : runs) {
            end(bench);
            while (open(bench).isPresent() || !withdraws(bench).isEmpty()) {
                withdrawn(bench);
                report(bench);
                answer(bench);
            }
        }
        for (int i = 1; i < runs.size(); i++) {
            while (heard.get(i) < runs.get(i - 1).told().size()) {
                tell(i);
            }
        }
    }

    private void add(RunBench bench) {
        runs.add(bench);
        heard.add(0);
    }

    private void propose(RunBench bench) {
        boolean begins = bench.state().isEmpty();
        String id = "p" + proposals++;
        String args = String.valueOf(random.nextInt(30));
        RunDecision decision =
                random.nextBoolean() ? bench.read(id, args) : bench.write(id, "op-" + random.nextInt(12), "0");
        if (begins && runs.size() > 1) {
            assertThat(decision.verdict().reason()).contains(Reason.NOT_RESUMED_YET);
            assertThat(decision.after()).isEmpty();
        }
    }

    private void report(RunBench bench) {
        open(bench).filter(call -> !Endings.isWrite(call)).ifPresent(call -> {
            boolean fenced = random.nextInt(4) == 0;
            Result result = fenced
                    ? RunBench.fenced(Effect.NONE)
                    : RunBench.result(ResultStatus.OK, Effect.NONE, revision += random.nextInt(2), false);
            bench.report(call.id(), result);
            noteGivenBack(bench, call, fenced);
        });
    }

    private void answer(RunBench bench) {
        Optional<OpenCall> write = open(bench).filter(Endings::isWrite);
        write.ifPresent(call -> {
            switch (call.state()) {
                case REQUESTED -> claim(bench, call);
                case DISPATCHED -> settle(bench, call, random.nextInt(4));
                case UNKNOWN -> settleUnknown(bench, call);
            }
        });
    }

    private void claim(RunBench bench, OpenCall call) {
        Answer.Verdict verdict = call.replay()
                ? Answer.Verdict.REPLAYED
                : random.nextInt(4) == 0 ? Answer.Verdict.REFUSED : Answer.Verdict.GRANTED;
        answer(bench, call, verdict, RunBench.result(ResultStatus.OK, Effect.COMMITTED, revision, false));
    }

    private void settle(RunBench bench, OpenCall call, int how) {
        switch (how) {
            case 0 -> {
                Result committed = RunBench.result(ResultStatus.OK, Effect.COMMITTED, revision++, false);
                answer(bench, call, Answer.Verdict.COMMITTED, committed);
            }
            case 1 -> answer(bench, call, Answer.Verdict.NOT_COMMITTED, RunBench.fenced(Effect.NOT_COMMITTED));
            case 2 -> {
                Result failed = RunBench.result(ResultStatus.OK, Effect.NOT_COMMITTED, revision, false);
                answer(bench, call, Answer.Verdict.NOT_COMMITTED, failed);
            }
            default -> answer(bench, call, Answer.Verdict.UNKNOWN, RunBench.fenced(Effect.UNKNOWN));
        }
    }

    /** Somebody finds out, or nobody will. */
    private void settleUnknown(RunBench bench, OpenCall call) {
        if (random.nextInt(4) == 0) {
            bench.answer(Answer.To.REQUEST, Answer.Verdict.EXHAUSTED, call.id(), Optional.empty());
        } else {
            settle(bench, call, random.nextInt(3));
        }
    }

    private void answer(RunBench bench, OpenCall call, Answer.Verdict verdict, Result result) {
        Optional<Reason> reason =
                verdict == Answer.Verdict.REFUSED ? Optional.of(Reason.OPERATION_IN_FLIGHT) : Optional.empty();
        bench.answer(Answer.To.REQUEST, verdict, call.id(), Optional.of(result), reason);
        noteGivenBack(
                bench,
                call,
                verdict == Answer.Verdict.REFUSED || result.notExecuted().isPresent());
    }

    /** A call that did not run and is not tried again costs nothing. */
    private void noteGivenBack(RunBench bench, OpenCall call, boolean unused) {
        boolean over = bench.state().orElseThrow().open().values().stream()
                .noneMatch(other -> other.proposalId().equals(call.proposalId()) && !other.inherited());
        if (unused && over) {
            gaveBack.add(name(bench, call));
        }
    }

    private void withdrawn(RunBench bench) {
        withdraws(bench).stream().findFirst().ifPresent(id -> {
            OpenCall call = bench.state().orElseThrow().open().get(id);
            boolean free = call != null && call.state() == OpenCall.Standing.REQUESTED;
            Answer.Verdict verdict = free ? Answer.Verdict.WITHDRAWN : Answer.Verdict.GRANTED;
            bench.answer(Answer.To.WITHDRAW, verdict, id, Optional.empty());
            if (free) {
                noteGivenBack(bench, call, true);
            }
        });
    }

    private static List<String> withdraws(RunBench bench) {
        return bench.state()
                .filter(run -> run.phase() == Phase.ENDING)
                .flatMap(RunState::ending)
                .map(Ending::withdrawsOpen)
                .orElse(List.of());
    }

    /** Mostly while a write is claimed: what becomes of it is then told later. */
    private void endAmidst(RunBench bench) {
        boolean claimed = bench.state().stream()
                .flatMap(run -> run.open().values().stream())
                .anyMatch(call -> call.state() == OpenCall.Standing.DISPATCHED && Endings.isWrite(call));
        if (claimed || random.nextInt(6) == 0) {
            end(bench);
        }
    }

    private void end(RunBench bench) {
        if (bench.state().isPresent()) {
            bench.stopped(StopScope.RUN, bench.runId());
        }
    }

    private void command(RunBench bench) {
        if (random.nextInt(3) == 0) {
            boolean raised = bench.grant("grant-" + random.nextInt(9), Ceiling.CALLS, 1)
                            .verdict()
                            .what()
                    == Verdict.What.RAISED;
            granted += raised ? 1 : 0;
            return;
        }
        String controlId = "resume-" + random.nextInt(3);
        Verdict.What verdict = bench.resume(controlId).verdict().what();
        if (verdict == Verdict.What.RESUMED) {
            assertThat(bench).as("only the newest run has no successor").isSameAs(runs.get(runs.size() - 1));
            bench.state().orElseThrow().open().values().stream()
                    .filter(call -> !Endings.isWrite(call))
                    .forEach(call -> writtenOff.add(name(bench, call)));
            add(bench.successor());
        }
    }

    private void tell() {
        int index = random.nextInt(runs.size());
        if (index > 0 && heard.get(index) < runs.get(index - 1).told().size()) {
            tell(index);
        }
    }

    private void tell(int index) {
        RunBench bench = runs.get(index);
        RunInput said = runs.get(index - 1).told().get(heard.get(index));
        heard.set(index, heard.get(index) + 1);
        boolean stopped = said instanceof RunInput.CarriedOver && random.nextInt(5) == 0;
        RunDecision decision = stopped ? stoppedOnTheWay(bench, said) : bench.decide(said);
        assertThat(decision.verdict().what())
                .as("%s is told %s", bench.runId(), said)
                .isNotIn(Verdict.What.IGNORED, Verdict.What.REFUSED);
    }

    /** A stop comes between a resume and the beginning of the run that goes on, and is lifted later. */
    private static RunDecision stoppedOnTheWay(RunBench bench, RunInput begins) {
        RunDecision decision = bench.inForce(StopScope.ALL, "").decide(begins);
        assertThat(decision.verdict().reason()).contains(Reason.ALL_STOPPED);
        assertThat(decision.after().orElseThrow().phase()).isEqualTo(Phase.ENDED);
        bench.lifted();
        return decision;
    }

    /** A call the run itself let through: what it inherited is answered to the run it came from. */
    private Optional<OpenCall> open(RunBench bench) {
        List<OpenCall> own = bench.state().stream()
                .flatMap(run -> run.open().values().stream())
                .filter(call -> !call.inherited())
                .toList();
        return own.isEmpty() ? Optional.empty() : Optional.of(own.get(random.nextInt(own.size())));
    }

    private static String name(RunBench bench, OpenCall call) {
        return bench.runId() + " " + call.proposalId();
    }
}
