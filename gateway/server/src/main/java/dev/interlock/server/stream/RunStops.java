package dev.interlock.server.stream;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.run.Phase;
import dev.interlock.core.run.RunEffect;
import dev.interlock.core.run.RunInput;
import dev.interlock.core.run.RunState;
import dev.interlock.core.run.Verdict;
import dev.interlock.schemas.Due;
import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.Command;
import dev.interlock.server.wire.ContainmentWriter;
import dev.interlock.server.wire.RunDispatchWriter;
import dev.interlock.server.wire.StageWriter;
import dev.interlock.server.wire.StopFlag;
import dev.interlock.server.wire.StopProgress;
import dev.interlock.server.wire.Stored;
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
        expiry.begin(control.stop(), outbox);
        if (flag.get().inForce()) {
            reach(arrival, control.stop(), outbox);
        }
        task.journal(
                StageTask.plain(
                        arrival,
                        control.record().type(),
                        flag.get().inForce() ? "stopped" : "lifted",
                        flag.get(),
                        outbox),
                outbox);
    }

    /** The flag of one run goes: the run ended with it, and its stub answers as long as it is remembered. */
    void expire(Arrival arrival, Due due) {
        Optional<Stop> ended = expiry.ended(arrival, due);
        ended.ifPresent(stop -> task.stops().forgetRun(stop.id()));
        task.note(arrival, "due", ended.isPresent() ? FORGOTTEN : Verdict.What.IGNORED.code(), due);
    }

    /** A stop of one run reaches it at once; any other reaches runs step by step. */
    private void reach(Arrival arrival, Stop stop, Outbox outbox) {
        if (stop.scope() == StopScope.RUN) {
            reachFirst(arrival, stop.id());
            close(stop, carry(arrival, stop, stop.id(), stores.run(stop.id())), outbox);
        } else {
            sweep.begin(stop, outbox);
        }
    }

    /** Carries a stop to the next runs. */
    void step(Arrival arrival, Due due) {
        Optional<StopProgress> found = task.stopLedger().find(due.key());
        if (found.isEmpty()) {
            task.note(arrival, "sweep", Verdict.What.IGNORED.code(), due);
        } else if (found.get().counted()) {
            sweep.tidy(arrival, found.get());
        } else {
            step(arrival, found.get());
        }
    }

    private void step(Arrival arrival, StopProgress progress) {
        Stop stop = progress.stop();
        boolean lifted = !task.stops().isInForce(stop);
        Map<String, RunState> runs = lifted ? Map.of() : stores.runsBehind(progress.cursor(), StopSweep.STEP);
        String last = progress.cursor();
        long listed = 0;
        for (String runId : runs.keySet()) {
            if (!task.stopLedger().isHandled(progress, runId)) {
                listed += carry(arrival, stop, runId, stores.run(runId));
            }
            last = runId;
        }
        Outbox outbox = task.outbox(arrival);
        StopProgress after = progress.listedMore(listed).sweptTo(last, runs.size() < StopSweep.STEP);
        if (after.swept()) {
            close(stop, after.listed(), outbox);
        }
        sweep.journal(arrival, after, outbox);
        sweep.next(after.swept() ? after.closed() : after, outbox);
    }

    /**
     * Carries the stops whose sweep has not come to a run yet to it, before anything else is decided about it: what it has
     * open now was open when they came.
     */
    void reachFirst(Arrival arrival, String runId) {
        for (StopProgress progress : task.stopLedger().stillToCome(runId)) {
            if (task.stops().isInForce(progress.stop()) && !task.stopLedger().isHandled(progress, runId)) {
                long listed = carry(arrival, progress.stop(), runId, stores.run(runId));
                task.stopLedger().handle(progress, runId);
                task.stopLedger().put(progress.listedMore(listed));
            }
        }
    }

    /** Carries a stop to one run; returns how many calls that listed. */
    private long carry(Arrival arrival, Stop stop, String runId, Optional<Stored<RunState>> run) {
        boolean reached =
                run.map(Stored::state).filter(state -> concerns(stop, state)).isPresent();
        if (!reached) {
            return 0;
        }
        RunInput input = new RunInput.Stopped(stop);
        return desk.decide(new RunCase(arrival, runId, "stop", input, RunCase.Extras.NONE)).effects().stream()
                .filter(RunEffect.Cancel.class::isInstance)
                .count();
    }

    /** Says to each operation-stage task, behind the last withdraw, that none follows because of a stop; and counts. */
    private void close(Stop stop, long listed, Outbox outbox) {
        for (int partition = 0; partition < task.partitions().count(); partition++) {
            String key = task.partitions().keyOn(partition, "marker:" + stop.controlId());
            outbox.send(StageWriter.marker(stop, task.name(), key, task.head()));
        }
        outbox.send(ContainmentWriter.count(stop, task.name(), listed, outbox.atMs()));
    }

    private static boolean concerns(Stop stop, RunState run) {
        if (run.phase() == Phase.ENDED) {
            // Whoever stops this very run may mean its runtime, which does not know that the gateway has ended it.
            return stop.scope() == StopScope.RUN || !run.runningIn(stop).isEmpty();
        }
        return stop.endsRun(run.target())
                || run.open().values().stream()
                        .anyMatch(call -> stop.reaches(
                                run.target(),
                                call.agentId(),
                                call.call().tool(),
                                call.call().kind()))
                || run.holds().calls().stream()
                        .anyMatch(hold -> stop.reaches(
                                run.target(),
                                hold.proposal().agentId(),
                                hold.call().tool(),
                                hold.call().kind()));
    }
}
