package dev.interlock.core.run;

import dev.interlock.core.fact.Mistake;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import java.util.Locale;
import java.util.Optional;

/**
 * Resumes an ended run in a new one, at most once: the ended run stays as it ended, and from now on tells its successor
 * what becomes of the writes it left open; design section 12.
 */
final class ResumeTaker {
    private final RunDraft draft;

    ResumeTaker(RunDraft draft) {
        this.draft = draft;
    }

    Verdict take(Resume resume) {
        Optional<Lineage.Successor> successor =
                draft.found().flatMap(run -> run.lineage().successor());
        if (successor.filter(s -> s.controlId().equals(resume.controlId())).isPresent()) {
            return Verdict.of(Verdict.What.REPEATED);
        }
        Optional<Mistake> mistake = mistake();
        if (mistake.isPresent()) {
            draft.effect(new RunEffect.Reject(mistake.get()));
            return Verdict.of(Verdict.What.REFUSED);
        }
        CarryOver carryOver = CarryOver.of(draft.state(), resume, draft.policy().ceilings());
        draft.change(
                new RunChange.Resumed(new Lineage.Successor(carryOver.initial().runId(), resume.controlId())));
        draft.effect(new RunEffect.BeginSuccessor(carryOver));
        draft.effect(new RunEffect.Arm(
                new Timer.Stub(), draft.at() + draft.policy().horizons().stubMs()));
        return Verdict.of(Verdict.What.RESUMED);
    }

    /**
     * A run begins with what an ended one left. Its clock stands until its agent proposes, or for a while. One that is
     * there already has another beginning: the ended run was forgotten before it, and its id began anew. A stop that came
     * into force since the resume ends it at once: what was stopped is not gone on with when the stop is lifted.
     */
    Verdict begin(CarryOver carryOver) {
        if (draft.found().isPresent()) {
            String rule =
                    "begins a run that is not there yet; the run of this id goes on from an earlier life of the ended"
                            + " one";
            draft.effect(new RunEffect.Reject(
                    new Mistake("carry_over", rule, draft.state().runId())));
            return Verdict.of(Verdict.What.REFUSED);
        }
        RunState initial = carryOver.initial();
        draft.change(new RunChange.Began(initial));
        draft.change(new RunChange.Clocked(Math.max(draft.moment().atMs(), initial.lastAtMs())));
        draft.effect(new RunEffect.Arm(
                new Timer.Deadline(), draft.at() + draft.policy().horizons().holdMs()));
        Optional<Reason> stopped =
                draft.moment().ending(initial.target()).map(stop -> stop.scope().reason());
        stopped.ifPresent(reason -> new Endings(draft).stop(Status.STOPPED, reason));
        return new Verdict(Verdict.What.CARRIED_OVER, stopped, Optional.empty());
    }

    private Optional<Mistake> mistake() {
        if (draft.found().isEmpty()) {
            return mistake("names a run that is there", draft.moment().runId());
        }
        RunState run = draft.state();
        String name = run.runId();
        if (run.phase() != Phase.ENDED) {
            return mistake(
                    "names a run that has ended",
                    name + " is " + run.phase().name().toLowerCase(Locale.ROOT));
        }
        Optional<Lineage.Successor> successor = run.lineage().successor();
        if (successor.isPresent()) {
            return mistake(
                    "names a run that was not resumed before",
                    name + " was resumed as " + successor.get().runId());
        }
        if (run.ending().orElseThrow().status() == Status.COMPLETED) {
            return mistake("names a run that was not completed", name + " is completed");
        }
        return draft.moment()
                .ending(run.target())
                .flatMap(stop -> mistake(
                        "names a run that no stop reaches: lift it first",
                        stop.scope().reason().code()));
    }

    private static Optional<Mistake> mistake(String rule, String value) {
        return Optional.of(new Mistake("run_id", rule, value));
    }
}
