package dev.interlock.server.replay;

import dev.interlock.core.run.Moment;
import dev.interlock.core.run.RunDecider;
import dev.interlock.core.run.RunDecision;
import dev.interlock.core.run.RunState;
import dev.interlock.core.run.Verdict;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.schemas.ChainSnapshot;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.server.wire.JournalFacts;
import dev.interlock.server.wire.RunFacts;
import dev.interlock.server.wire.RunFrame;
import dev.interlock.server.wire.Snapshot;
import dev.interlock.server.wire.StateCodec;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** One run, decided again entry by entry. */
final class RunChain {
    private final String runId;
    private final Function<String, Optional<PolicyDocument>> policies;
    private final Link link = new Link();
    private Optional<RunState> state = Optional.empty();
    private boolean tellsBudgets;

    RunChain(String runId, Function<String, Optional<PolicyDocument>> policies) {
        this.runId = runId;
        this.policies = policies;
    }

    /** Whether nothing is left of it that a later entry could rest on. */
    boolean isForgotten() {
        return state.isEmpty() && !link.isBroken();
    }

    void start(ChainSnapshot snapshot) {
        if (link.start(snapshot)) {
            state = Optional.of(Snapshot.run(snapshot));
        }
    }

    Replayed take(Recorded recorded) {
        if (link.begins(recorded)) {
            state = Optional.empty();
            tellsBudgets = false;
        }
        Optional<String> gap = link.gap(recorded);
        if (gap.isPresent()) {
            return new Replayed.Missing(recorded, gap.get());
        }
        Replayed replayed = decide(recorded);
        if (replayed instanceof Replayed.OfRun run) {
            state = run.decision().after();
            link.follow(recorded, run.difference());
        } else {
            link.cut("the one before it could not be decided again");
        }
        return replayed;
    }

    /** Decides what left no run behind, and stands in the chain of a task. */
    Replayed stateless(Recorded recorded) {
        link.standIn(recorded);
        return decide(recorded);
    }

    private Replayed decide(Recorded recorded) {
        JournalEntry entry = recorded.entry();
        String hash = state.map(RunState::policyHash).orElse(entry.policyHash());
        Optional<PolicyDocument> policy = policies.apply(hash);
        if (policy.isEmpty()) {
            return new Replayed.Missing(recorded, "nobody has policy " + hash + " any more");
        }
        RunFacts facts = JournalFacts.ofRun(entry);
        Moment moment = new Moment(runId, policy.get().policy(), hash, facts.stops(), facts.closure(), entry.atMs());
        RunDecision decision = RunDecider.decide(state, facts.input(), moment);
        Verdict verdict = decision.verdict();
        Comparing.Decided decided = new Comparing.Decided(
                verdict.what().code(),
                verdict.reason(),
                verdict.guard(),
                verdict.judged(),
                tellsBudgets(entry) ? decision.moved() : List.of(),
                decision.after()
                        .map(after -> StateCodec.hash(StateCodec.RUN.state(after)))
                        .orElse(StateCodec.NO_STATE),
                hash);
        RunFrame frame = new RunFrame(runId, policy.get(), hash, link.forWrites(), decision.after(), Optional.empty());
        List<Expected> writes = RunWrites.of(decision, facts.input(), frame);
        Optional<Difference> difference = Comparing.entry(recorded, link.position(), decided, facts)
                .or(() -> Comparing.effects(recorded, writes, RunWrites.BESIDE));
        return new Replayed.OfRun(recorded, facts, state, decision, difference, count(writes));
    }

    /** Earlier entries do not say where budgets stand. From the first of a chain that does, each must. */
    private boolean tellsBudgets(JournalEntry entry) {
        tellsBudgets |= !entry.budgets().isEmpty();
        return tellsBudgets;
    }

    static Replayed.Written count(List<Expected> writes) {
        int told = (int) writes.stream().filter(Expected::told).count();
        return new Replayed.Written(told, writes.size() - told);
    }
}
