package dev.interlock.server.stream;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.operation.OperationInput;
import dev.interlock.core.operation.OperationVerdict;
import dev.interlock.core.operation.Request;
import dev.interlock.schemas.Due;
import dev.interlock.schemas.LetterError;
import dev.interlock.schemas.StageRequest;
import dev.interlock.server.wire.Armed;
import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.Command;
import dev.interlock.server.wire.ControlReader;
import dev.interlock.server.wire.Destination;
import dev.interlock.server.wire.Finding;
import dev.interlock.server.wire.OperationTimers;
import dev.interlock.server.wire.Reading;
import dev.interlock.server.wire.Rekeyed;
import dev.interlock.server.wire.ReportMessage;
import dev.interlock.server.wire.ReportReader;
import dev.interlock.server.wire.RequestMessage;
import dev.interlock.server.wire.StageCodec;
import dev.interlock.server.wire.Stored;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;

/** Takes the records of an operation-stage task up: reads them, and hands what they say to the desk. */
final class OperationIntake {
    private static final ReportReader REPORTS = ReportReader.ofOperations();
    private static final String IGNORED = OperationVerdict.What.IGNORED.code();

    private final StageTask task;
    private final OperationStores stores;
    private final OperationDesk desk;
    private final OperationStops stops;
    private final StopReport report;
    private final DeadManSwitch deadMan;

    OperationIntake(
            StageTask task, OperationStores stores, OperationDesk desk, OperationStops stops, DeadManSwitch deadMan) {
        this.task = task;
        this.stores = stores;
        this.desk = desk;
        this.stops = stops;
        this.report = stops.report();
        this.deadMan = deadMan;
    }

    void request(Arrival arrival) {
        if (task.misplaced(arrival)) {
            return;
        }
        switch (StageCodec.request(arrival)) {
            case Reading.Read<RequestMessage> read -> {
                StageRequest record = read.message().record();
                read.message()
                        .input()
                        .ifPresentOrElse(input -> decide(arrival, record, input), () -> report.mark(arrival, record));
            }
            case Reading.Refused<RequestMessage> refused -> task.deadLetter(arrival, refused.error());
        }
    }

    private void decide(Arrival arrival, StageRequest asked, OperationInput about) {
        StageRequest record = comparable(asked);
        OperationInput input = Rekeyed.of(about, record);
        desk.decide(new OperationCase(
                arrival,
                record.operationId(),
                record.type(),
                underCircumstances(arrival, record, input),
                Optional.of(record),
                Optional.empty()));
    }

    /** Only a request that has other fingerprints can have the one its operation is known by. */
    private StageRequest comparable(StageRequest asked) {
        return asked.otherFingerprints() == null
                ? asked
                : Rekeyed.of(asked, stores.operation(asked.operationId()).map(Stored::state));
    }

    void report(Arrival arrival, Headers headers) {
        if (task.lacksKey(arrival) || task.rerouted(arrival, Destination.OPERATION_RESULTS, headers)) {
            return;
        }
        switch (REPORTS.read(arrival)) {
            case Reading.Read<ReportMessage> read -> take(arrival, read.message());
            case Reading.Refused<ReportMessage> refused -> task.deadLetter(arrival, refused.error());
        }
    }

    /**
     * A request is decided on with the stops that reach it here and now and with what the dead-man switch closed, an
     * admission with what was counted of it.
     */
    private OperationInput underCircumstances(Arrival arrival, StageRequest record, OperationInput input) {
        return switch (input) {
            case OperationInput.Requested requested ->
                new OperationInput.Requested(
                        requested.request(), reaching(requested.request()), deadMan.closure(arrival));
            case OperationInput.AdmissionAsked asked ->
                new OperationInput.AdmissionAsked(
                        asked.admission(), stores.activation(record.operationId(), record.requestId()));
            default -> input;
        };
    }

    private List<Stop> reaching(Request request) {
        return task.stops().inForce(Concern.of(request)).stream()
                .filter(request::isReachedBy)
                .toList();
    }

    private void take(Arrival arrival, ReportMessage message) {
        switch (message) {
            case ReportMessage.Reported reported -> {
                OperationInput input = new OperationInput.Reported(
                        reported.dispatchId(),
                        reported.epoch(),
                        reported.result(),
                        reported.names(),
                        reported.digest(),
                        arrival.appendedAtMs());
                desk.decide(new OperationCase(
                        arrival, reported.id(), "result", input, Optional.empty(), Optional.of(reported.carried())));
            }
            case ReportMessage.Running running ->
                desk.decide(new OperationCase(
                        arrival,
                        running.id(),
                        "running",
                        new OperationInput.Running(running.dispatchId(), running.epoch()),
                        Optional.empty(),
                        Optional.empty()));
            case ReportMessage.Came came -> due(arrival, came.due());
        }
    }

    /** Takes up a command that concerns this task. */
    void control(Arrival arrival) {
        switch (ControlReader.passedOn(arrival)) {
            case Reading.Read<Command> read -> obey(arrival, read.message());
            case Reading.Refused<Command> refused -> task.deadLetter(arrival, refused.error());
        }
    }

    private void obey(Arrival arrival, Command command) {
        switch (command) {
            case Command.Flag flag -> stops.enter(arrival, flag);
            case Command.Alive alive -> deadMan.hear(arrival, alive);
            case Command.OfRun run -> misplaced(arrival, run);
            case Command.Publish publish -> misplaced(arrival, publish);
            case Command.OfOperation operation -> resolve(arrival, operation);
        }
    }

    /** An operator's finding, under the place the operator wrote it to: there the answer is looked for. */
    private void resolve(Arrival arrival, Command.OfOperation command) {
        String operationId = command.operationId();
        Finding finding = Finding.of(command.record(), arrival);
        desk.decide(new OperationCase(
                arrival.from(command.origin()),
                operationId,
                command.record().type(),
                new OperationInput.Resolved(finding.resolution()),
                Optional.empty(),
                stores.operation(operationId).map(stored -> finding.carried(stored.state()))));
    }

    /** The router passes no such command on to this stage. */
    private void misplaced(Arrival arrival, Command command) {
        task.deadLetter(
                arrival,
                new LetterError(
                        "control.type",
                        "not a command for this stage",
                        command.record().type()));
    }

    private void due(Arrival arrival, Due due) {
        if (StopExpiry.isExpiry(due)) {
            stops.expire(arrival, due);
            return;
        }
        if (DeadManSwitch.isExpiry(due)) {
            deadMan.expire(arrival, due);
            return;
        }
        String operationId = arrival.keyText().orElse("");
        Optional<Armed> armed = stores.deadlines().reached(operationId, due, arrival.takenAtMs());
        if (armed.isEmpty()) {
            task.note(arrival, "due", IGNORED, due);
            return;
        }
        OperationInput input = OperationTimers.input(armed.get());
        if (isToBeForgotten(operationId, input) && stores.dropActivations(operationId) == OperationStores.DROPPED) {
            // Ten thousand of them in one transaction would be as many as a stop may not have: the time comes again.
            stores.deadlines().arm(armed.get());
            task.note(arrival, "due", "tidied", due);
            return;
        }
        desk.decide(new OperationCase(arrival, operationId, "due", input, Optional.empty(), Optional.empty()));
    }

    private boolean isToBeForgotten(String operationId, OperationInput input) {
        return input instanceof OperationInput.HorizonDue horizon
                && stores.operation(operationId)
                        .map(Stored::state)
                        .filter(operation -> operation.settled() && operation.version() == horizon.version())
                        .isPresent();
    }
}
