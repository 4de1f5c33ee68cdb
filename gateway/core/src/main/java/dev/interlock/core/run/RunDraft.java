package dev.interlock.core.run;

import dev.interlock.core.policy.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A decision being made: the changes and effects so far, and the state they lead to. Each change is folded at once, so
 * that a later rule sees what an earlier one decided.
 */
final class RunDraft {
    private final Optional<RunState> before;
    private final Moment moment;
    private final List<RunChange> changes = new ArrayList<>();
    private final List<RunEffect> effects = new ArrayList<>();
    private Optional<RunState> state;

    RunDraft(Optional<RunState> before, Moment moment) {
        this.before = before;
        this.state = before;
        this.moment = moment;
        before.ifPresent(s -> change(new RunChange.Clocked(Math.max(moment.atMs(), s.lastAtMs()))));
    }

    Moment moment() {
        return moment;
    }

    Policy policy() {
        return moment.policy();
    }

    /** The time of this decision: the gateway's clock, but never before the run's last input. */
    long at() {
        return state.map(RunState::lastAtMs).orElse(moment.atMs());
    }

    Optional<RunState> found() {
        return state;
    }

    RunState state() {
        return state.orElseThrow(() -> new IllegalStateException("run " + moment.runId() + " has no state"));
    }

    void change(RunChange change) {
        changes.add(change);
        state = RunFold.apply(state, change);
    }

    void effect(RunEffect effect) {
        effects.add(effect);
    }

    RunDecision decided(Verdict verdict) {
        return new RunDecision(verdict, changes, effects, BudgetReading.moved(before, state), state);
    }
}
