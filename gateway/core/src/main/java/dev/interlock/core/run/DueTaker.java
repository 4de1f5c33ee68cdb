package dev.interlock.core.run;

import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import java.util.Optional;
import java.util.OptionalLong;

/** Decides what a time that was waited for means. A tick decides nothing: it only leads here, behind the results. */
final class DueTaker {
    private final RunDraft draft;
    private final Endings endings;

    DueTaker(RunDraft draft) {
        this.draft = draft;
        this.endings = new Endings(draft);
    }

    Verdict take(Timer timer) {
        if (draft.found().isEmpty()) {
            return Verdict.of(Verdict.What.IGNORED);
        }
        return switch (timer) {
            case Timer.Deadline deadline -> deadline();
            case Timer.Dispatch dispatch -> dispatch(dispatch);
            case Timer.Hold hold -> hold();
            case Timer.Stub stub -> stub();
        };
    }

    private Verdict deadline() {
        RunState run = draft.state();
        if (run.phase() == Phase.HELD) {
            return Verdict.of(Verdict.What.IGNORED);
        }
        if (new RunClock(draft).goOn()) {
            return Verdict.of(Verdict.What.NOTED);
        }
        GuardReading reading =
                new GuardReading("deadline", run.wallClockMs(), run.ranMs(Math.max(draft.at(), run.deadlineAtMs())));
        return endings.stop(Status.STOPPED, Reason.DEADLINE, Optional.of(reading), Optional.empty());
    }

    private Verdict dispatch(Timer.Dispatch timer) {
        return Optional.ofNullable(draft.state().open().get(timer.dispatchId()))
                .filter(call -> call.attempt() == timer.attempt())
                .map(call -> new Retries(draft).timedOut(call, OptionalLong.empty()))
                .orElse(Verdict.of(Verdict.What.IGNORED));
    }

    private Verdict hold() {
        return draft.state().phase() == Phase.HELD ? new HoldTaker(draft).due() : Verdict.of(Verdict.What.IGNORED);
    }

    /** The stub stays while an operation of the run is unknown: its settlement must find it. */
    private Verdict stub() {
        RunState run = draft.state();
        if (run.phase() != Phase.ENDED) {
            return Verdict.of(Verdict.What.IGNORED);
        }
        if (!run.open().isEmpty()) {
            draft.effect(new RunEffect.Arm(
                    new Timer.Stub(), draft.at() + draft.policy().horizons().stubMs()));
            return Verdict.of(Verdict.What.NOTED);
        }
        draft.effect(new RunEffect.Forget());
        draft.change(new RunChange.Forgotten());
        return Verdict.of(Verdict.What.FORGOTTEN);
    }
}
