package dev.interlock.server.stream;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.operation.Operation;
import dev.interlock.core.operation.OperationDecision;
import dev.interlock.core.operation.OperationInput;
import dev.interlock.core.operation.OperationVerdict;
import dev.interlock.schemas.StageRequest;
import dev.interlock.schemas.Symbols.ContainmentState;
import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.ContainmentWriter;
import dev.interlock.server.wire.StopName;
import dev.interlock.server.wire.StopProgress;
import dev.interlock.server.wire.Stored;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an operation-stage task lists in containment reports: each operation once for each stop, at the stop if its claim
 * is open, otherwise with the first request or withdraw that the stop answers. Only this stage lists writes. The count
 * is final once the sweep has handled all and every run-stage task has said that it withdraws no more.
 */
final class StopReport {
    private final StageTask task;
    private final StopSweep sweep;

    StopReport(StageTask task, StopSweep sweep) {
        this.task = task;
        this.sweep = sweep;
    }

    /** The sweep that brings the open claims. */
    StopSweep sweep() {
        return sweep;
    }

    /** Lists what one decision brings to light. */
    void take(OperationCase input, Optional<Operation> before, OperationDecision decision, Outbox outbox) {
        String id = input.operationId();
        switch (input.input()) {
            case OperationInput.Stopped stopped -> list(stopped.stop(), id, before, outbox);
            case OperationInput.Withdrawn withdrawn ->
                input.request()
                        .map(StageRequest::stopId)
                        .flatMap(StopName::read)
                        .ifPresent(stop -> withdraw(stop, id, before, outbox));
            case OperationInput.Requested requested -> {
                if (isStopped(decision.verdict())) {
                    requested.stops().stream()
                            .filter(stop ->
                                    task.stopLedger().find(StopName.of(stop)).isPresent())
                            .forEach(stop -> list(stop, id, before, outbox));
                }
            }
            default -> leave(id, before, decision.after(), outbox);
        }
    }

    /** What was open at a stop and settles before the sweep has come to it was open all the same. */
    private void leave(String id, Optional<Operation> before, Optional<Operation> after, Outbox outbox) {
        if (before.map(Operation::state).equals(after.map(Operation::state))) {
            return;
        }
        before.filter(Operation::open)
                .ifPresent(operation -> task.stopLedger().stillToCome(id).stream()
                        .map(StopProgress::stop)
                        .filter(stop -> operation.claim().request().isReachedBy(stop))
                        .forEach(stop -> list(stop, id, before, outbox)));
    }

    private static boolean isStopped(OperationVerdict verdict) {
        return verdict.what() == OperationVerdict.What.REFUSED
                && verdict.reason().stream()
                        .anyMatch(reason -> StopScope.reasons().contains(reason));
    }

    /**
     * A withdraw that comes before the stop itself only says that the operation is to be listed: until the stop takes
     * effect here, it may still be claimed by another run.
     */
    private void withdraw(Stop stop, String operationId, Optional<Operation> before, Outbox outbox) {
        StopProgress progress = task.stopLedger().of(stop);
        if (progress.entered()) {
            list(stop, operationId, before, outbox);
        } else {
            task.stopLedger().put(progress);
            task.stopLedger().remember(progress, operationId);
        }
    }

    /** Lists up to {@code most} of what was withdrawn before the stop took effect here; returns how many. */
    int listWithdrawn(Stop stop, int most, OperationStores stores, Outbox outbox) {
        List<String> withdrawn =
                task.stopLedger().takeRemembered(task.stopLedger().of(stop), most);
        withdrawn.forEach(id -> list(stop, id, stores.operation(id).map(Stored::state), outbox));
        return withdrawn.size();
    }

    private void list(Stop stop, String operationId, Optional<Operation> before, Outbox outbox) {
        StopProgress progress = task.stopLedger().of(stop);
        if (progress.counted() || task.stopLedger().isHandled(progress, operationId)) {
            return;
        }
        task.stopLedger().handle(progress, operationId);
        task.stopLedger().put(progress.listedMore(1));
        String state = before.filter(o -> o.claim().request().isReachedBy(stop))
                .map(o -> o.state().code())
                .orElse(ContainmentState.PREVENTED);
        outbox.send(ContainmentWriter.operation(stop, task.name(), operationId, state, outbox.atMs()));
    }

    /** A run-stage task will withdraw nothing more because of a stop. */
    void mark(Arrival arrival, StageRequest marker) {
        Optional<Stop> stop = StopName.read(marker.stopId());
        if (stop.isEmpty()) {
            task.note(arrival, marker.type(), OperationVerdict.What.IGNORED.code(), marker);
            return;
        }
        StopProgress progress = task.stopLedger().of(stop.get()).markedBy(marker.task());
        Outbox outbox = task.outbox(arrival);
        keep(progress, outbox);
        task.journal(
                StageTask.plain(
                        arrival, marker.type(), "marked", Map.of("stop", stop.get(), "task", marker.task()), outbox),
                outbox);
    }

    /** Keeps how far a stop has come; writes the count where nothing can be listed any more. */
    void keep(StopProgress progress, Outbox outbox) {
        int tasks =
                progress.stop().scope() == StopScope.RUN ? 1 : task.partitions().count();
        boolean complete = progress.entered()
                && progress.swept()
                && !progress.counted()
                && progress.marked().size() >= tasks;
        if (!complete) {
            task.stopLedger().put(progress);
            return;
        }
        outbox.send(ContainmentWriter.count(progress.stop(), task.name(), progress.listed(), outbox.atMs()));
        sweep.put(progress.closed());
    }
}
