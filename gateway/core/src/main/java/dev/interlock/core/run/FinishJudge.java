package dev.interlock.core.run;

import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import java.util.Optional;

/** Judges an agent's wish to end: it is never completed by wishing. */
final class FinishJudge {
    private final RunDraft draft;
    private final Endings endings;

    FinishJudge(RunDraft draft) {
        this.draft = draft;
        this.endings = new Endings(draft);
    }

    Verdict judge(RunInput.Finished finished) {
        Finish finish = finished.finish();
        return new Arrival(draft)
                .settle(
                        finish.proposalId(),
                        finish.contentDigest(),
                        finish.agentId(),
                        finish.issuedAtMs(),
                        finished.prior())
                .or(() -> new Activating(draft).await(finish))
                .orElseGet(() -> end(finish));
    }

    /** Judges a wish to end that waited for the run's admission. */
    Verdict awaited(Finish finish) {
        return new Arrival(draft).ended(finish.proposalId()).orElseGet(() -> end(finish));
    }

    private Verdict end(Finish finish) {
        if (new Ownership(draft).isStale(finish.ownerEpoch())) {
            Ending.Blocked blocked = Ending.Blocked.denied(finish.proposalId(), Optional.empty());
            return new Guards(draft).fire(Finding.of(Reason.STALE_OWNER), blocked);
        }
        RunState run = draft.state();
        Optional<Reason> stopped =
                draft.moment().ending(run.target()).map(stop -> stop.scope().reason());
        if (stopped.isPresent()) {
            return endings.stop(Status.STOPPED, stopped.get());
        }
        if (run.phase() == Phase.HELD) {
            return new Holding(draft).giveUp();
        }
        if (draft.at() >= run.deadlineAtMs()) {
            GuardReading reading = new GuardReading("deadline", run.wallClockMs(), run.ranMs(draft.at()));
            return endings.stop(Status.STOPPED, Reason.DEADLINE, Optional.of(reading), Optional.empty());
        }
        boolean byAgent = finish.cause() == Finish.Cause.AGENT;
        return endings.finish(Status.PARTIAL, Reason.PLAN_EXHAUSTED, byAgent);
    }
}
