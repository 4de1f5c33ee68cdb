package dev.interlock.audit.replay;

import dev.interlock.core.run.Answer;
import dev.interlock.core.run.Outcome;
import dev.interlock.core.run.RunDecision;
import dev.interlock.core.run.RunEffect;
import dev.interlock.core.run.RunInput;
import dev.interlock.core.run.RunState;
import dev.interlock.core.run.Verdict;
import dev.interlock.server.replay.Replayed;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** What a run did from one entry on, as it was recorded: what stopping it there would have saved, and what it would have blocked. */
public final class Aftermath {
    private static final Set<Verdict.What> LET_THROUGH = EnumSet.of(Verdict.What.GRANTED, Verdict.What.REQUESTED);

    private long calls;
    private long bringing;
    private long idle;
    private long committed;
    private long costMicros;
    private Optional<Outcome> end = Optional.empty();

    Aftermath() {}

    void add(Replayed.OfRun run) {
        RunDecision decision = run.decision();
        if (LET_THROUGH.contains(decision.verdict().what())) {
            calls++;
        }
        run.before()
                .ifPresent(before ->
                        decision.after().ifPresent(after -> count(run.facts().input(), before, after)));
        decision.effects().stream()
                .filter(RunEffect.Publish.class::isInstance)
                .map(effect -> ((RunEffect.Publish) effect).outcome())
                .filter(outcome -> outcome.type() == Outcome.Type.TERMINAL)
                .forEach(outcome -> end = Optional.of(outcome));
    }

    private void count(RunInput input, RunState before, RunState after) {
        costMicros += after.budgets().cost().used() - before.budgets().cost().used();
        boolean closes = after.open().size() < before.open().size();
        boolean answers = input instanceof RunInput.Reported
                || (input instanceof RunInput.Answered answered
                        && answered.answer().result().isPresent());
        if (!answers || !closes) {
            return;
        }
        if (after.progress().idle() > before.progress().idle()) {
            idle++;
        } else {
            bringing++;
        }
        if (input instanceof RunInput.Answered answered && answered.answer().verdict() == Answer.Verdict.COMMITTED) {
            committed++;
        }
    }

    /** How many calls were let through. */
    public long calls() {
        return calls;
    }

    /** How many results brought something new. */
    public long bringing() {
        return bringing;
    }

    /** How many results brought nothing new. */
    public long idle() {
        return idle;
    }

    /** How many of those that brought something are writes that were committed. */
    public long committed() {
        return committed;
    }

    /** What they cost, in millionths of the policy's currency unit. */
    public long costMicros() {
        return costMicros;
    }

    /** How the run ended; empty where that is not recorded. */
    public Optional<Outcome> end() {
        return end;
    }
}
