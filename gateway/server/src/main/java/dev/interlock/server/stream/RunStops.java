package dev.interlock.server.stream;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.run.Phase;
import dev.interlock.core.run.RunInput;
import dev.interlock.core.run.RunState;
import dev.interlock.core.run.Verdict;
import dev.interlock.schemas.Due;
import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.Command;
import dev.interlock.server.wire.RunDispatchWriter;
import dev.interlock.server.wire.StopFlag;
import dev.interlock.server.wire.SweepMark;
import java.util.Map;
import java.util.Optional;

/** Stops and their lifting in a run-stage task: in force from their entry here, then carried to the runs in scope. */
final class RunStops {
    private static final String FORGOTTEN = "forgotten";

    private final StageTask task;
    private final RunStores stores;
    private final RunDesk desk;
    private final StopSweep sweep;
    private final StopExpiry expiry;
    private final RunDispatchWriter dispatches;

    RunStops(StageTask task, RunStores stores, RunDesk desk, StopSweep sweep, RunDispatchWriter dispatches) {
        this.task = task;
        this.stores = stores;
        this.desk = desk;
        this.sweep = sweep;
        this.expiry = new StopExpiry(task, stores.deadlines());
        this.dispatches = dispatches;
    }

    void enter(Arrival arrival, Command.Flag control) {
        Optional<StopFlag> flag = task.stops().apply(control);
        if (flag.isEmpty()) {
            task.note(arrival, control.record().type(), Verdict.What.IGNORED.code(), control.stop());
            return;
        }
        Outbox outbox = task.outbox(arrival);
        String key = task.partitions().keyOn(task.partition(), "marker:" + control.controlId());
        outbox.send(dispatches.marker(control, key));
        task.journal(
                StageTask.plain(
                        arrival,
                        control.record().type(),
                        flag.get().inForce() ? "stopped" : "lifted",
                        flag.get(),
                        outbox),
                outbox);
        expiry.begin(control.stop(), outbox);
        if (flag.get().inForce()) {
            reach(arrival, control.stop(), outbox);
        }
    }

    /** The flag of one run may go; where the run is there, it goes with the run. */
    void expire(Arrival arrival, Due due) {
        Optional<Stop> ended =
                expiry.ended(arrival, due).filter(stop -> stores.run(stop.id()).isEmpty());
        ended.ifPresent(stop -> task.stops().forgetRun(stop.id()));
        task.note(arrival, "due", ended.isPresent() ? FORGOTTEN : Verdict.What.IGNORED.code(), due);
    }

    /** A stop of one run reaches it at once; any other reaches runs step by step. */
    private void reach(Arrival arrival, Stop stop, Outbox outbox) {
        if (stop.scope() == StopScope.RUN) {
            stores.run(stop.id()).ifPresent(run -> stop(arrival, stop, stop.id(), run.state()));
        } else {
            sweep.begin(stop, outbox);
        }
    }

    /** Carries a stop to the next runs. */
    void step(Arrival arrival, Due due) {
        Optional<SweepMark> mark = sweep.mark(due);
        if (mark.isEmpty()) {
            task.note(arrival, "sweep", Verdict.What.IGNORED.code(), due);
            return;
        }
        Map<String, RunState> runs = stores.runsBehind(mark.get().cursor(), StopSweep.STEP);
        String last = mark.get().cursor();
        for (Map.Entry<String, RunState> run : runs.entrySet()) {
            stop(arrival, mark.get().stop(), run.getKey(), run.getValue());
            last = run.getKey();
        }
        sweep.advance(mark.get(), runs.size(), last, arrival);
    }

    private void stop(Arrival arrival, Stop stop, String runId, RunState run) {
        if (run.phase() != Phase.ENDED && concerns(stop, runId, run)) {
            desk.decide(new RunCase(arrival, runId, "stop", new RunInput.Stopped(stop), RunCase.Extras.NONE));
        }
    }

    private static boolean concerns(Stop stop, String runId, RunState run) {
        return stop.endsRun(runId, run.ownerAgentId())
                || run.open().values().stream()
                        .anyMatch(call -> stop.reaches(
                                runId,
                                call.agentId(),
                                call.call().tool(),
                                call.call().kind()))
                || run.holds().calls().stream()
                        .anyMatch(hold -> stop.reaches(
                                runId,
                                hold.proposal().agentId(),
                                hold.call().tool(),
                                hold.call().kind()));
    }
}
