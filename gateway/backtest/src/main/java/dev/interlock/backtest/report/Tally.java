package dev.interlock.backtest.report;

import dev.interlock.backtest.trace.Trace;
import dev.interlock.backtest.trial.Denied;
import dev.interlock.backtest.trial.Finding;

/**
 * What was found in a number of runs.
 *
 * @param runs all runs
 * @param successful runs that reached their goal
 * @param failed runs that did not; those that nobody judged are neither
 * @param falseDenied successful runs with a denial
 * @param falseCostly successful runs with a denial of a call that brought something new
 * @param falseStopped successful runs that were stopped
 * @param trueDenied failed runs with a denial
 * @param trueStopped failed runs that were stopped
 * @param halted runs that hit a limit of turns or time
 * @param haltedStopped those of them with a denial or a stop
 * @param haltedCalls calls recorded in the halted runs
 * @param haltedAvoided those of them that would not have been made
 * @param calls all calls recorded
 * @param avoided those of them that would not have been made
 */
public record Tally(
        long runs,
        long successful,
        long failed,
        long falseDenied,
        long falseCostly,
        long falseStopped,
        long trueDenied,
        long trueStopped,
        long halted,
        long haltedStopped,
        long haltedCalls,
        long haltedAvoided,
        long calls,
        long avoided) {
    /** Nothing yet. */
    public static final Tally NONE = new Tally(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** One run. */
    static Tally of(Trace trace, Finding finding) {
        boolean successful = trace.success().orElse(false);
        boolean failed = trace.success().filter(success -> !success).isPresent();
        boolean halted = trace.halted().orElse(false);
        boolean denied = !finding.denied().isEmpty();
        boolean stopped = finding.stopped().isPresent();
        return new Tally(
                1,
                one(successful),
                one(failed),
                one(successful && denied),
                one(successful && finding.denied().stream().anyMatch(Denied::costly)),
                one(successful && stopped),
                one(failed && denied),
                one(failed && stopped),
                one(halted),
                one(halted && (denied || stopped)),
                halted ? finding.calls() : 0,
                halted ? finding.avoided() : 0,
                finding.calls(),
                finding.avoided());
    }

    private static long one(boolean holds) {
        return holds ? 1 : 0;
    }

    Tally plus(Tally more) {
        return new Tally(
                runs + more.runs,
                successful + more.successful,
                failed + more.failed,
                falseDenied + more.falseDenied,
                falseCostly + more.falseCostly,
                falseStopped + more.falseStopped,
                trueDenied + more.trueDenied,
                trueStopped + more.trueStopped,
                halted + more.halted,
                haltedStopped + more.haltedStopped,
                haltedCalls + more.haltedCalls,
                haltedAvoided + more.haltedAvoided,
                calls + more.calls,
                avoided + more.avoided);
    }
}
