package dev.interlock.core.run;

import dev.interlock.core.fact.Mistake;
import dev.interlock.core.policy.Ceiling;
import java.util.Optional;

/**
 * Raises ceilings of a run that still judges calls. It is the only thing that does: no approval, no wait and no progress
 * gives a used budget back. Each command counts once, all its rises or none.
 */
final class GrantTaker {
    private final RunDraft draft;

    GrantTaker(RunDraft draft) {
        this.draft = draft;
    }

    Verdict take(Grant grant) {
        if (draft.found()
                .filter(run -> run.grants().contains(grant.controlId()))
                .isPresent()) {
            return Verdict.of(Verdict.What.IGNORED);
        }
        Optional<Mistake> mistake = mistake(grant);
        if (mistake.isPresent()) {
            draft.effect(new RunEffect.Reject(mistake.get()));
            return Verdict.of(Verdict.What.REFUSED);
        }
        long deadlineMs = draft.state().deadlineAtMs();
        draft.change(new RunChange.CeilingsRaised(grant.controlId(), grant.rises()));
        boolean moved = draft.state().deadlineAtMs() != deadlineMs;
        if (moved && !draft.state().holds().stands()) {
            draft.effect(new RunEffect.Arm(new Timer.Deadline(), draft.state().deadlineAtMs()));
        }
        return Verdict.of(Verdict.What.RAISED);
    }

    private Optional<Mistake> mistake(Grant grant) {
        if (draft.found().isEmpty()) {
            return mistake("run_id", "names a run that is there", draft.moment().runId());
        }
        RunState run = draft.state();
        if (!run.judges() || run.closes()) {
            return mistake(
                    "run_id", "names a run that has not ended and is not ending", run.runId() + " is " + name(run));
        }
        if (run.grants().size() >= RunState.MOST_GRANTS) {
            return mistake("control_id", "is one of at most " + RunState.MOST_GRANTS + " to a run", grant.controlId());
        }
        return tooHigh(run, grant);
    }

    /** A ceiling without end is none; so much in one run is never reached by asking for it bit by bit either. */
    private Optional<Mistake> tooHigh(RunState run, Grant grant) {
        if (grant.rises().isEmpty()) {
            return mistake("grants", "names at least one ceiling", "none");
        }
        for (Ceiling ceiling : Ceiling.values()) {
            long rise = grant.rises().stream()
                    .filter(r -> r.ceiling() == ceiling)
                    .mapToLong(Grant.Rise::amount)
                    .reduce(0, Math::addExact);
            long room = draft.policy().most(ceiling) - run.allowed(ceiling);
            if (rise > 0 && rise > room) {
                return mistake("grants." + ceiling.code(), "raises by at most " + Math.max(0, room), "" + rise);
            }
        }
        return Optional.empty();
    }

    private static String name(RunState run) {
        return run.phase() == Phase.ENDED ? "ended" : "ending";
    }

    private static Optional<Mistake> mistake(String field, String rule, String value) {
        return Optional.of(new Mistake(field, rule, value));
    }
}
