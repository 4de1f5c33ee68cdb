package dev.interlock.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Activation;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.outcome.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Runs that an operation triggered: their rows and columns of the table, and their part of random lives. */
final class Triggered {
    static final String CAUSE = "row-7";
    static final Membership ADMITTED = Membership.admitted(new Activation("row-1", 2, 5));
    static final Membership TOO_DEEP = Membership.over(new Activation("row-1", 6, 0), Reason.CHAIN_DEPTH, 5, 6);

    private final RunBench bench;
    private final Random random;
    private int asked;

    Triggered(RunBench bench, Random random) {
        this.bench = bench;
        this.random = random;
        sayCause();
    }

    static void states(Map<String, Supplier<RunBench>> states, Supplier<RunBench> bench) {
        states.put("to admit", () -> waiting(bench.get()));
        states.put("to admit, finished", () -> {
            RunBench waiting = waiting(bench.get());
            waiting.finish(Finish.Cause.AGENT);
            return waiting;
        });
        states.put("admitted", () -> {
            RunBench waiting = waiting(bench.get());
            waiting.admitted(ADMITTED);
            return waiting;
        });
    }

    /** Two reads wait for their run's admission. */
    private static RunBench waiting(RunBench bench) {
        bench.causedBy(CAUSE).read("r1", "1");
        bench.read("r2", "2");
        return bench.causedBy(null);
    }

    static void events(Map<String, Consumer<RunBench>> events) {
        events.put("propose, triggered", b -> b.causedBy(CAUSE).read("new", "9"));
        events.put("propose, triggered by another", b -> b.causedBy("row-8").read("new", "9"));
        events.put("propose, triggered, with a stop of all in force", b -> {
            b.inForce(StopScope.ALL, "");
            b.causedBy(CAUSE).read("new", "9");
        });
        events.put("the run is admitted", b -> b.admitted(ADMITTED));
        events.put("the run is too deep", b -> b.admitted(TOO_DEEP));
        events.put("the run's cause is unknown", b -> b.admitted(Membership.unknown()));
        events.put("the run is admitted under a stop of its chain", b -> {
            b.inForce(StopScope.CHAIN, "row-1");
            b.admitted(ADMITTED);
        });
        events.put("a stop of the chain", b -> b.stopped(StopScope.CHAIN, "row-1"));
        events.put("a stop of another chain", b -> b.stopped(StopScope.CHAIN, CAUSE));
    }

    /** Half of all runs say that something triggered them; some change their mind. */
    void sayCause() {
        if (bench.state().isEmpty()) {
            bench.causedBy(random.nextBoolean() ? CAUSE : null);
        } else if (random.nextInt(10) == 0) {
            bench.causedBy(List.of(CAUSE, "row-8").get(random.nextInt(2)));
        } else {
            bench.causedBy(null);
        }
    }

    Optional<RunDecision> answer() {
        boolean waits = bench.state().flatMap(s -> s.chain().awaited()).isPresent();
        if (!waits || random.nextInt(4) > 0) {
            return Optional.empty();
        }
        List<Membership> answers = List.of(ADMITTED, ADMITTED, ADMITTED, TOO_DEEP, Membership.unknown());
        return Optional.of(bench.admitted(answers.get(random.nextInt(answers.size()))));
    }

    /** One admission is asked for; nothing runs before it is answered or when it is refused; nobody who waits is lost. */
    void check(Optional<RunState> before, RunDecision decision) {
        asked += (int) decision.effects().stream()
                .filter(RunEffect.AskAdmission.class::isInstance)
                .count();
        assertThat(asked).as("admissions asked for").isLessThanOrEqualTo(1);
        Optional<RunState> after = decision.after();
        boolean barred = after.map(RunState::chain)
                .filter(chain -> chain.awaited().isPresent()
                        || chain.membership().flatMap(Membership::refusal).isPresent())
                .isPresent();
        if (barred) {
            assertThat(RunWalkTest.letThrough(decision.effects()).filter(call -> !call.replay()))
                    .as("what may not run")
                    .isEmpty();
        }
        after.flatMap(run -> run.chain().awaited())
                .ifPresent(awaited -> assertThat(awaited.proposals())
                        .hasSizeLessThanOrEqualTo(bench.policy().ceilings().parallel()));
        before.flatMap(run -> run.chain().awaited()).stream()
                .flatMap(awaited -> awaited.proposals().stream())
                .forEach(proposal -> assertThat(isKept(proposal.proposalId(), after.orElseThrow(), decision))
                        .as("%s is not lost", proposal)
                        .isTrue());
    }

    private static boolean isKept(String proposalId, RunState run, RunDecision decision) {
        boolean answered = decision.effects().stream().anyMatch(effect -> switch (effect) {
            case RunEffect.Publish publish ->
                publish.outcome().type() == Outcome.Type.TERMINAL
                        || publish.outcome().proposalId().equals(Optional.of(proposalId));
            case RunEffect.RepeatTerminal repeat -> repeat.proposalId().equals(proposalId);
            default -> false;
        });
        return answered
                || !run.judges()
                || run.chain().keepsWaiting(proposalId)
                || run.open().values().stream()
                        .anyMatch(call -> call.proposals().contains(proposalId))
                || run.holds().pending().stream()
                        .anyMatch(hold -> hold.proposals().contains(proposalId));
    }
}
