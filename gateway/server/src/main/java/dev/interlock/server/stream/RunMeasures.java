package dev.interlock.server.stream;

import dev.interlock.core.run.OpenCall;
import dev.interlock.core.run.RunDecision;
import dev.interlock.core.run.RunInput;
import dev.interlock.core.run.RunState;
import dev.interlock.core.run.Verdict;
import dev.interlock.server.config.Ruling;
import dev.interlock.server.meter.RunCensus;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** What is told of a decision about a run: how it moved the gauges, and how long what it ends took. */
final class RunMeasures {
    /** A proposal that comes again was decided on before. */
    private static final Set<Verdict.What> AGAIN = EnumSet.of(Verdict.What.REPEATED, Verdict.What.PENDING);

    private final Meters meters;
    private final RunCensus census;

    RunMeasures(Meters meters, RunCensus census) {
        this.meters = meters;
        this.census = census;
    }

    void take(RunCase input, Optional<RunState> before, RunDecision decision, Ruling ruling, long atMs) {
        meters.censuses().labels().learn(ruling.hash(), ruling.policy().tools().keySet());
        census.moved(input.runId(), before, decision.after());
        Verdict verdict = decision.verdict();
        meters.decided(Names.DECIDE_RUN, verdict.what().code(), verdict.reason());
        if (input.extras().proposal().isPresent() && !AGAIN.contains(verdict.what())) {
            meters.decidedAfter(verdict.what().code(), atMs - input.arrival().appendedAtMs());
        }
        if (input.input() instanceof RunInput.Reported reported) {
            before.stream()
                    .flatMap(run -> run.open().values().stream())
                    .filter(call -> call.dispatchId().equals(reported.dispatchId()))
                    .forEach(call -> reported(call, atMs));
        }
    }

    private void reported(OpenCall call, long atMs) {
        meters.reportedAfter(call.call().tool(), atMs - call.sentAtMs());
    }
}
