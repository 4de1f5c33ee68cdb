package dev.interlock.core.run;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import java.util.List;

/**
 * Applies a stop to one run: cancels what it has in flight in scope, and ends the run where the stop reaches it whole. What
 * an ended run left running is cancelled too.
 */
final class StopTaker {
    private final RunDraft draft;

    StopTaker(RunDraft draft) {
        this.draft = draft;
    }

    Verdict take(Stop stop) {
        if (draft.found().isEmpty()) {
            return Verdict.of(Verdict.What.IGNORED);
        }
        RunState run = draft.state();
        Reason reason = stop.scope().reason();
        List<OpenCall> running = run.runningIn(stop);
        running.forEach(call -> draft.effect(new RunEffect.Cancel(call, reason)));
        if (run.phase() == Phase.ENDED) {
            return Verdict.of(running.isEmpty() ? Verdict.What.IGNORED : Verdict.What.NOTED);
        }
        boolean whole = stop.endsRun(run.target());
        return whole ? new Endings(draft).stop(Status.STOPPED, reason) : voidHolds(stop);
    }

    /**
     * An approval given or asked for before a stop is worth nothing after it, even when the stop is lifted. One that is on
     * its way is not free again when it comes back unused.
     */
    private Verdict voidHolds(Stop stop) {
        Reason reason = stop.scope().reason();
        for (Hold hold : draft.state().holds().calls()) {
            RunChange closed = new RunChange.HoldClosed(hold.holdId());
            boolean reached = stop.reaches(
                    draft.state().target(),
                    hold.proposal().agentId(),
                    hold.call().tool(),
                    hold.call().kind());
            if (reached && hold.standing() != Hold.Standing.PENDING) {
                draft.change(closed);
            }
            if (reached && hold.standing() == Hold.Standing.PENDING) {
                Holding holding = new Holding(draft);
                holding.settle(closed);
                holding.deny(hold, Finding.of(reason));
            }
        }
        return Verdict.of(Verdict.What.NOTED);
    }
}
