package dev.interlock.server.stream;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.run.Phase;
import dev.interlock.core.run.RunInput;
import dev.interlock.core.run.RunState;
import dev.interlock.core.run.Verdict;
import dev.interlock.schemas.Due;
import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.ControlMessage;
import dev.interlock.server.wire.ControlReader;
import dev.interlock.server.wire.Reading;
import dev.interlock.server.wire.RunDispatchWriter;
import dev.interlock.server.wire.StopFlag;
import dev.interlock.server.wire.SweepMark;
import java.util.Map;
import java.util.Optional;

/** Stops and their lifting in a run-stage task: in force from their entry here, then carried to the runs in scope. */
final class RunStops {
    private final StageTask task;
    private final RunStores stores;
    private final RunDesk desk;
    private final StopSweep sweep;
    private final RunDispatchWriter dispatches;

    RunStops(StageTask task, RunStores stores, RunDesk desk, StopSweep sweep, RunDispatchWriter dispatches) {
        this.task = task;
        this.stores = stores;
        this.desk = desk;
        this.sweep = sweep;
        this.dispatches = dispatches;
    }

    void control(Arrival arrival) {
        switch (ControlReader.passedOn(arrival)) {
            case Reading.Read<ControlMessage> read -> enter(arrival, read.message());
            case Reading.Refused<ControlMessage> refused -> task.deadLetter(arrival, refused.error());
        }
    }

    private void enter(Arrival arrival, ControlMessage control) {
        Optional<StopFlag> flag = task.stops().apply(control);
        if (flag.isEmpty()) {
            task.note(arrival, control.record().type(), Verdict.What.IGNORED.code(), control.stop());
            return;
        }
        Outbox outbox = task.outbox(arrival);
        String key = task.partitions().keyOn(task.partition(), "marker:" + control.controlId());
        outbox.send(dispatches.marker(control, key, ""));
        task.journal(
                StageTask.plain(
                        arrival,
                        control.record().type(),
                        flag.get().inForce() ? "stopped" : "lifted",
                        flag.get(),
                        outbox),
                outbox);
        if (flag.get().inForce()) {
            reach(arrival, control.stop(), outbox);
        }
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
        sweep.advance(mark.get(), runs.size(), last, task.outbox(arrival));
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
                                call.call().kind()));
    }
}
