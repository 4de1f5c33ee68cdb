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
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Stops and their lifting in a run-stage task: in force from their entry here, then carried to the runs in scope. */
final class RunStops {
    private static final String FORGOTTEN = "forgotten";
    /** After so many effects a step goes no further: runs with many open calls make it shorter. */
    private static final int MOST_EFFECTS = 1_000;

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
            close(stop, reach(arrival, stop, stop.id()), outbox);
        } else {
            sweep.begin(arrival, stop);
        }
    }

    /** Carries a stop to the next runs. */
    void step(Arrival arrival, StopProgress progress) {
        Stop stop = progress.stop();
        boolean inForce = task.stops().isInForce(stop);
        Stretch<Stored<RunState>> next = inForce
                ? stores.runsBehind(progress.cursor(), (runId, run) -> isToBeReached(progress, runId, run.state()))
                : Stretch.end(progress.cursor());
        StopProgress after = carry(arrival, progress, next);
        Outbox outbox = task.outbox(arrival);
        if (after.swept()) {
            close(stop, after.listed(), outbox);
        }
        sweep.journal(arrival, after, outbox);
        sweep.put(after.swept() ? after.closed() : after);
    }

    private boolean isToBeReached(StopProgress progress, String runId, RunState run) {
        return concerns(progress.stop(), run) && !task.stopLedger().isHandled(progress, runId);
    }

    /** Carries a stop to what its step came by; only so far if these are runs with much going on. */
    private StopProgress carry(Arrival arrival, StopProgress progress, Stretch<Stored<RunState>> next) {
        String last = progress.cursor();
        long listed = 0;
        int effects = 0;
        for (Map.Entry<String, Stored<RunState>> run : next.found().entrySet()) {
            if (effects >= MOST_EFFECTS) {
                return progress.listedMore(listed).sweptTo(last, false);
            }
            last = run.getKey();
            List<RunEffect> carried = carry(arrival, progress.stop(), last, run.getValue());
            listed += listed(carried);
            effects += carried.size();
        }
        return progress.listedMore(listed).sweptTo(next.last(), next.all());
    }

    /**
     * Carries the stops whose sweep has not come to a run yet to it, before anything else is decided about it: what it has
     * open now was open when they came. A run that is not there yet had nothing open.
     */
    void reachFirst(Arrival arrival, String runId) {
        List<StopProgress> stops = task.stopLedger().stillToCome(runId);
        if (stops.isEmpty() || stores.run(runId).isEmpty()) {
            return;
        }
        for (StopProgress progress : stops) {
            if (task.stops().isInForce(progress.stop()) && !task.stopLedger().isHandled(progress, runId)) {
                long listed = reach(arrival, progress.stop(), runId);
                task.stopLedger().handle(progress, runId);
                task.stopLedger().put(progress.listedMore(listed));
            }
        }
    }

    /** Carries a stop to one run that it may concern; returns how many calls that listed. */
    private long reach(Arrival arrival, Stop stop, String runId) {
        return stores.run(runId)
                .filter(run -> concerns(stop, run.state()))
                .map(run -> listed(carry(arrival, stop, runId, run)))
                .orElse(0L);
    }

    private List<RunEffect> carry(Arrival arrival, Stop stop, String runId, Stored<RunState> run) {
        RunInput input = new RunInput.Stopped(stop);
        return desk.decide(new RunCase(arrival, runId, "stop", input, RunCase.Extras.NONE), Optional.of(run))
                .effects();
    }

    private static long listed(List<RunEffect> effects) {
        return effects.stream().filter(RunEffect.Cancel.class::isInstance).count();
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
