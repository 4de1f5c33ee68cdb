package dev.interlock.core.run;

import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Result;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import java.util.List;
import java.util.Optional;

/**
 * The way a run ends: it becomes <em>ending</em>, withdraws what has no final answer, waits for those withdraws to be
 * answered, and only then gets its one terminal outcome; design section 7.
 */
final class Endings {
    private final RunDraft draft;

    Endings(RunDraft draft) {
        this.draft = draft;
    }

    /** Ends the run without waiting for calls in flight. */
    Verdict stop(Status status, Reason reason, Optional<GuardReading> guard, Optional<Ending.Blocked> blocked) {
        return become(new Ending(status, reason, guard, blocked, false, false, List.of()));
    }

    /** Ends the run without waiting for calls in flight, for no call's sake. */
    Verdict stop(Status status, Reason reason) {
        return stop(status, reason, Optional.empty(), Optional.empty());
    }

    /** Ends the run without waiting for other calls in flight, for what became of one of them. */
    Verdict stop(Status status, Reason reason, OpenCall call, Optional<Result> result) {
        return stop(status, reason, Optional.empty(), Optional.of(Ending.Blocked.ran(call, result)));
    }

    /** Ends the run once its calls in flight are answered. */
    Verdict finish(Status status, Reason reason, boolean completable) {
        return become(new Ending(status, reason, Optional.empty(), Optional.empty(), true, completable, List.of()));
    }

    /**
     * Ends the run when it was denied more often than its ceiling allows.
     *
     * @param blocked what was denied last, where it is known
     */
    void endWhenDeniedTooOften(Optional<Ending.Blocked> blocked) {
        Budget denials = draft.state().budgets().denials();
        if (draft.state().judges() && denials.remaining() < 0) {
            GuardReading reading = new GuardReading("denials", denials.allowed(), denials.used());
            stop(Status.STOPPED, Reason.DENIALS, Optional.of(reading), blocked);
        }
    }

    /** Publishes the terminal outcome if nothing is waited for any more. */
    Verdict endIfReady() {
        RunState run = draft.state();
        if (run.phase() != Phase.ENDING) {
            return Verdict.of(Verdict.What.NOTED);
        }
        Ending ending = run.ending().orElseThrow();
        if (!ending.withdrawsOpen().isEmpty() || isWaitedFor(run, ending)) {
            return Verdict.of(Verdict.What.ENDING, ending.reason(), ending.guard());
        }
        return end(settleUnknown(run, ending));
    }

    /** Ends a run that said its last word, as it was decided before. */
    void close(Ending decided) {
        become(decided);
    }

    /** A ceiling that was reached stays the reason, unless more is known of the run now than that. */
    private static Ending prevailing(RunState run, Ending decided) {
        return run.closes() && !decided.prevails()
                ? run.ending().orElseThrow().waiting(decided.waits(), decided.completable())
                : decided;
    }

    private Verdict become(Ending decided) {
        RunState run = draft.state();
        if (run.phase() == Phase.ENDED) {
            return Verdict.of(Verdict.What.IGNORED);
        }
        if (run.phase() == Phase.ENDING) {
            return hasten(decided);
        }
        run.holds()
                .pending()
                .ifPresent(
                        h -> draft.effect(new RunEffect.DropPayload(h.proposal().proposalId())));
        run.chain().awaited().stream()
                .flatMap(awaited -> awaited.proposals().stream())
                .forEach(p -> draft.effect(new RunEffect.DropPayload(p.proposalId())));
        if (run.phase() == Phase.HELD) {
            new Holding(draft).release();
        }
        Ending chosen = prevailing(run, decided);
        draft.change(new RunChange.EndingBegan(chosen));
        withdraw(!chosen.waits());
        return endIfReady();
    }

    /** A run already ending keeps its reason; a stop or deadline only ends the waiting. */
    private Verdict hasten(Ending decided) {
        Ending standing = draft.state().ending().orElseThrow();
        if (!decided.waits()) {
            if (standing.waits()) {
                draft.change(new RunChange.WaitingEnded());
            }
            withdraw(true);
        }
        return endIfReady();
    }

    private void withdraw(boolean alsoGranted) {
        for (OpenCall call : List.copyOf(draft.state().open().values())) {
            boolean unanswered = call.state() == OpenCall.Standing.REQUESTED;
            boolean granted = call.state() == OpenCall.Standing.DISPATCHED && isWrite(call);
            if (!call.inherited() && (unanswered || (alsoGranted && granted))) {
                draft.change(new RunChange.WithdrawSent(call.id()));
                draft.effect(new RunEffect.Withdraw(call));
            }
        }
    }

    /**
     * A run that waits also waits for what is unknown: it is asked about, until somebody says that nobody will know. Of
     * what it inherited it is not told that.
     */
    private static boolean isWaitedFor(RunState run, Ending ending) {
        return run.open().values().stream()
                .anyMatch(call -> call.state() == OpenCall.Standing.REQUESTED
                        || (ending.waits() && !(call.inherited() && call.state() == OpenCall.Standing.UNKNOWN)));
    }

    /** What is unknown can neither be complete nor partial, and does not become known because time is up. */
    private static Ending settleUnknown(RunState run, Ending ending) {
        boolean unknown = run.open().values().stream().anyMatch(call -> call.state() == OpenCall.Standing.UNKNOWN);
        boolean claims = ending.status() == Status.COMPLETED
                || ending.status() == Status.PARTIAL
                || ending.reason() == Reason.DEADLINE;
        return unknown && claims ? ending.as(Status.NEEDS_RECONCILIATION, Reason.UNKNOWN_COMMIT) : ending;
    }

    private Verdict end(Ending ending) {
        new LastWord(draft).release();
        new Outcomes(draft).terminal(ending);
        draft.change(new RunChange.Ended(ending));
        draft.effect(new RunEffect.Disarm(new Timer.Deadline()));
        for (OpenCall call : draft.state().open().values()) {
            if (!isWrite(call)) {
                draft.effect(new RunEffect.DropPayload(call.proposalId()));
            }
        }
        draft.effect(new RunEffect.Arm(
                new Timer.Stub(), draft.at() + draft.policy().horizons().stubMs()));
        return Verdict.of(Verdict.What.ENDED, ending.reason(), ending.guard());
    }

    static boolean isWrite(OpenCall call) {
        return call.call().kind() == Kind.WRITE;
    }
}
