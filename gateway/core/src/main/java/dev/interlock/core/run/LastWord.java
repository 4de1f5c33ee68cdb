package dev.interlock.core.run;

import dev.interlock.core.fact.Kind;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.NextAction;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import dev.interlock.core.policy.LastTurn;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The last model turn of a run that reached a ceiling, where its policy keeps one: how the run will end is decided, but
 * one call of a model is let through first, so that the run can still say what it has. What is kept for it is part of the
 * ceilings from the beginning, so no ceiling is exceeded by it.
 */
final class LastWord {
    /**
     * Ceilings that are used up for good while the run has time. One that was denied too often is not asked again, and
     * what triggers others too deep has done nothing yet.
     */
    private static final Set<Reason> CEILINGS = EnumSet.of(
            Reason.TURN_BUDGET, Reason.CALL_BUDGET, Reason.RETRY_BUDGET, Reason.HANDOFF_BUDGET, Reason.COST_BUDGET);

    private final RunDraft draft;

    LastWord(RunDraft draft) {
        this.draft = draft;
    }

    /** Whether a run that stops for this reason may speak first. */
    boolean isKeptFor(Reason reason) {
        RunState run = draft.state();
        return CEILINGS.contains(reason) && run.judges() && !run.closes() && isKept(run);
    }

    /** What the agent may do next, while the last word is still to come. */
    List<NextAction> next() {
        return draft.found().filter(run -> run.closes() && isKept(run)).isPresent()
                ? List.of(NextAction.LAST_MODEL_CALL)
                : List.of();
    }

    /** Decides how the run will end, once it has spoken. */
    void open(Reason reason, Optional<GuardReading> guard, Optional<Ending.Blocked> blocked) {
        draft.change(
                new RunChange.Closing(new Ending(Status.STOPPED, reason, guard, blocked, false, false, List.of())));
    }

    /** Whether a proposal is for the last word. */
    boolean isSaidBy(Proposal proposal) {
        return isKept(draft.state())
                && proposal.call().filter(call -> call.kind() == Kind.MODEL).isPresent();
    }

    /** Why every other call is denied: it is the ceiling still. */
    Finding refusal() {
        Ending ending = draft.state().ending().orElseThrow();
        return new Finding(ending.reason(), new Denial(ending.guard(), Optional.empty(), OptionalLong.empty()));
    }

    /** What is kept for a last word nobody speaks any more is given back: it was not used. */
    void release() {
        if (isKept(draft.state())) {
            draft.change(new RunChange.LastTurnFreed(draft.policy()
                    .ceilings()
                    .lastTurn()
                    .map(LastTurn::costMicros)
                    .orElse(0L)));
        }
    }

    /** Ends the run once its last word is said, or cannot be said any more. */
    void endWhenSaid() {
        Optional<RunState> closing = draft.found().filter(RunState::closes);
        boolean said = closing.filter(run -> !isKept(run) && run.phase() != Phase.HELD)
                .filter(run -> run.open().values().stream().noneMatch(LastWord::isOfAModel))
                .isPresent();
        if (said) {
            new Endings(draft).close(closing.orElseThrow().ending().orElseThrow());
        }
    }

    private static boolean isOfAModel(OpenCall call) {
        return call.call().kind() == Kind.MODEL && !call.inherited();
    }

    /** Turns are used at once and never reserved, but for this. */
    private static boolean isKept(RunState run) {
        return run.budgets().turns().reserved() > 0;
    }
}
