package dev.interlock.server.stream;

import dev.interlock.core.fact.Mistake;
import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.operation.Operation;
import dev.interlock.core.operation.OperationInput;
import dev.interlock.core.operation.OperationVerdict;
import dev.interlock.schemas.Due;
import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.Command;
import dev.interlock.server.wire.ContainmentWriter;
import dev.interlock.server.wire.LedgerWriter;
import dev.interlock.server.wire.OpenClaim;
import dev.interlock.server.wire.OperationDispatchWriter;
import dev.interlock.server.wire.Outgoing;
import dev.interlock.server.wire.StopFlag;
import dev.interlock.server.wire.StopProgress;
import dev.interlock.server.wire.Stored;
import java.util.Optional;

/** Stops and their lifting in an operation-stage task: in force from their entry here, then carried to open claims. */
final class OperationStops {
    private final StageTask task;
    private final OperationStores stores;
    private final OperationDesk desk;
    private final StopSweep sweep;
    private final StopReport report;
    private final StopExpiry expiry;
    private final OperationDispatchWriter dispatches;

    OperationStops(
            StageTask task,
            OperationStores stores,
            OperationDesk desk,
            StopReport report,
            OperationDispatchWriter dispatches) {
        this.task = task;
        this.stores = stores;
        this.desk = desk;
        this.sweep = report.sweep();
        this.report = report;
        this.expiry = new StopExpiry(task, stores.deadlines());
        this.dispatches = dispatches;
    }

    /** What this task lists of stops. */
    StopReport report() {
        return report;
    }

    void enter(Arrival arrival, Command.Flag control) {
        Optional<StopFlag> flag = task.stops().apply(control);
        if (flag.isEmpty()) {
            task.note(arrival, control.record().type(), OperationVerdict.What.IGNORED.code(), control.stop());
            return;
        }
        Outbox outbox = task.outbox(arrival);
        String key = task.partitions().keyOn(task.partition(), "marker:" + control.controlId());
        outbox.send(dispatches.marker(control, key));
        show(control, flag.get(), outbox);
        expiry.begin(control.stop(), outbox);
        if (flag.get().inForce()) {
            warn(arrival, control, outbox);
            sweep.begin(arrival, control.stop());
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

    /**
     * A chain has the name of the operation it began with. A stop that names another one is in force all the same, as every
     * stop is, but it reaches nothing: the task that knows better says so.
     */
    private void warn(Arrival arrival, Command.Flag control, Outbox outbox) {
        Stop stop = control.stop();
        if (stop.scope() != StopScope.CHAIN || task.partitions().of(stop.id()) != task.partition()) {
            return;
        }
        stores.operation(stop.id())
                .map(Stored::state)
                .flatMap(Operation::triggered)
                .map(place -> "names the operation the chain began with, " + place.root() + ": this reaches nothing")
                .ifPresent(rule ->
                        task.reject(arrival.from(control.origin()), new Mistake("scope.id", rule, stop.id()), outbox));
    }

    /** The flag of one run goes, here and where it is shown. */
    void expire(Arrival arrival, Due due) {
        Optional<Stop> ended = expiry.ended(arrival, due);
        if (ended.isEmpty()) {
            task.note(arrival, "due", OperationVerdict.What.IGNORED.code(), due);
            return;
        }
        task.stops().forgetRun(ended.get().id());
        Outbox outbox = task.outbox(arrival);
        Outgoing removal = LedgerWriter.forgottenStop(ended.get());
        if (task.partitions().of(removal.key()) == task.partition()) {
            outbox.send(removal);
        }
        task.journal(StageTask.plain(arrival, "due", OperationVerdict.What.FORGOTTEN.code(), due, outbox), outbox);
    }

    /** Every operation-stage task gets every command; the one the flag's ledger key belongs to writes it there. */
    private void show(Command.Flag control, StopFlag flag, Outbox outbox) {
        Outgoing shown = LedgerWriter.stop(control, flag.version(), outbox.atMs());
        if (task.partitions().of(shown.key()) == task.partition()) {
            outbox.send(shown);
            if (flag.inForce()) {
                outbox.send(ContainmentWriter.header(control, tasks(control.stop()), outbox.atMs()));
            }
        }
    }

    /** A stop of one run concerns the one run-stage task that has it, and all of this stage: its writes can be anywhere. */
    private long tasks(Stop stop) {
        int each = task.partitions().count();
        return stop.scope() == StopScope.RUN ? 1L + each : 2L * each;
    }

    /** Carries a stop to the next open claims. */
    void step(Arrival arrival, StopProgress progress) {
        Stop stop = progress.stop();
        boolean inForce = task.stops().isInForce(stop);
        Stretch<OpenClaim> next =
                inForce ? stores.claimsBehind(progress.cursor(), stop) : Stretch.end(progress.cursor());
        for (String operationId : next.found().keySet()) {
            desk.decide(new OperationCase(
                    arrival,
                    operationId,
                    "stop",
                    new OperationInput.Stopped(stop),
                    Optional.empty(),
                    Optional.empty()));
        }
        Outbox outbox = task.outbox(arrival);
        int left = Stretch.FOUND - next.found().size();
        int withdrawn = next.all() ? report.listWithdrawn(stop, left, stores, outbox) : 0;
        boolean all = next.all() && withdrawn < left;
        StopProgress after = task.stopLedger().of(stop).sweptTo(next.last(), all);
        if (after.swept()) {
            report.keep(after, outbox);
        } else {
            sweep.put(after);
        }
        sweep.journal(arrival, after, outbox);
    }
}
