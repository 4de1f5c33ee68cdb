package dev.interlock.server.stream;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.operation.OperationInput;
import dev.interlock.core.operation.OperationVerdict;
import dev.interlock.schemas.Due;
import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.ControlMessage;
import dev.interlock.server.wire.ControlReader;
import dev.interlock.server.wire.LedgerWriter;
import dev.interlock.server.wire.OpenClaim;
import dev.interlock.server.wire.OperationDispatchWriter;
import dev.interlock.server.wire.Outgoing;
import dev.interlock.server.wire.Reading;
import dev.interlock.server.wire.StopFlag;
import dev.interlock.server.wire.SweepMark;
import java.util.Map;
import java.util.Optional;

/** Stops and their lifting in an operation-stage task: in force from their entry here, then carried to open claims. */
final class OperationStops {
    private final StageTask task;
    private final OperationStores stores;
    private final OperationDesk desk;
    private final StopSweep sweep;
    private final OperationDispatchWriter dispatches;

    OperationStops(
            StageTask task,
            OperationStores stores,
            OperationDesk desk,
            StopSweep sweep,
            OperationDispatchWriter dispatches) {
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
            task.note(arrival, control.record().type(), OperationVerdict.What.IGNORED.code(), control.stop());
            return;
        }
        Outbox outbox = task.outbox(arrival);
        String key = task.partitions().keyOn(task.partition(), "marker:" + control.controlId());
        outbox.send(dispatches.marker(control, key));
        show(control, flag.get(), outbox);
        task.journal(
                StageTask.plain(
                        arrival,
                        control.record().type(),
                        flag.get().inForce() ? "stopped" : "lifted",
                        flag.get(),
                        outbox),
                outbox);
        if (flag.get().inForce()) {
            sweep.begin(control.stop(), outbox);
        }
    }

    /** Every operation-stage task gets every command; the one the flag's ledger key belongs to writes it there. */
    private void show(ControlMessage control, StopFlag flag, Outbox outbox) {
        Outgoing shown = LedgerWriter.stop(control, flag.version(), outbox.atMs());
        if (task.partitions().of(shown.key()) == task.partition()) {
            outbox.send(shown);
        }
    }

    /** Carries a stop to the next open claims. */
    void step(Arrival arrival, Due due) {
        Optional<SweepMark> mark = sweep.mark(due);
        if (mark.isEmpty()) {
            task.note(arrival, "sweep", OperationVerdict.What.IGNORED.code(), due);
            return;
        }
        Stop stop = mark.get().stop();
        Map<String, OpenClaim> claims = stores.claimsBehind(mark.get().cursor(), StopSweep.STEP);
        String last = mark.get().cursor();
        for (Map.Entry<String, OpenClaim> claim : claims.entrySet()) {
            if (claim.getValue().isReachedBy(stop)) {
                desk.decide(new OperationCase(
                        arrival,
                        claim.getKey(),
                        "stop",
                        new OperationInput.Stopped(stop),
                        Optional.empty(),
                        Optional.empty()));
            }
            last = claim.getKey();
        }
        sweep.advance(mark.get(), claims.size(), last, task.outbox(arrival));
    }
}
