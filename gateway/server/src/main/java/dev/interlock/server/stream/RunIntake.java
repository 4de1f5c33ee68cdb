package dev.interlock.server.stream;

import dev.interlock.core.run.RunInput;
import dev.interlock.core.run.RunState;
import dev.interlock.core.run.Verdict;
import dev.interlock.schemas.Due;
import dev.interlock.schemas.LetterError;
import dev.interlock.server.wire.AnswerMessage;
import dev.interlock.server.wire.Armed;
import dev.interlock.server.wire.Arrival;
import dev.interlock.server.wire.CarryOverCodec;
import dev.interlock.server.wire.Command;
import dev.interlock.server.wire.ControlReader;
import dev.interlock.server.wire.Destination;
import dev.interlock.server.wire.ProposalMessage;
import dev.interlock.server.wire.ProposalReader;
import dev.interlock.server.wire.Reading;
import dev.interlock.server.wire.ReportMessage;
import dev.interlock.server.wire.ReportReader;
import dev.interlock.server.wire.RunCommands;
import dev.interlock.server.wire.RunTimers;
import dev.interlock.server.wire.StageCodec;
import dev.interlock.server.wire.Stored;
import dev.interlock.server.wire.StoredAnswer;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;

/** Takes the records of a run-stage task up: reads them, and hands what they say to the desk. */
final class RunIntake {
    private static final ReportReader REPORTS = ReportReader.ofRuns();
    private static final String IGNORED = Verdict.What.IGNORED.code();

    private final StageTask task;
    private final RunStores stores;
    private final RunDesk desk;
    private final RunStops stops;
    private final DeadManSwitch deadMan;
    private final RunContracts contracts;
    private final ProposalReader proposals;

    RunIntake(StageTask task, RunStores stores, RunDesk desk, RunStops stops, ProposalReader proposals) {
        this.task = task;
        this.stores = stores;
        this.desk = desk;
        this.stops = stops;
        this.deadMan = desk.deadMan();
        this.contracts = new RunContracts(stores, desk.policies());
        this.proposals = proposals;
    }

    void proposal(Arrival arrival, Headers headers) {
        if (task.lacksKey(arrival) || task.rerouted(arrival, Destination.PROPOSALS, headers)) {
            return;
        }
        switch (proposals.read(arrival)) {
            case Reading.Read<ProposalMessage> read -> propose(arrival, read.message());
            case Reading.Refused<ProposalMessage> refused -> refuse(arrival, refused);
        }
    }

    void report(Arrival arrival, Headers headers) {
        if (task.lacksKey(arrival) || task.rerouted(arrival, Destination.RESULTS, headers)) {
            return;
        }
        switch (REPORTS.read(arrival)) {
            case Reading.Read<ReportMessage> read -> take(arrival, read.message());
            case Reading.Refused<ReportMessage> refused -> task.deadLetter(arrival, refused.error());
        }
    }

    void answer(Arrival arrival) {
        if (task.misplaced(arrival)) {
            return;
        }
        switch (StageCodec.answer(arrival)) {
            case Reading.Read<AnswerMessage> read -> {
                AnswerMessage message = read.message();
                stops.reachFirst(arrival, message.runId());
                String kind = message.beginning().isPresent() ? "carry_over" : "answer";
                Optional<Stored<RunState>> run = stores.run(message.runId());
                RunCase plain =
                        new RunCase(arrival, message.runId(), kind, message.input(), RunCase.Extras.of(message));
                RunCase told = message.input() instanceof RunInput.Answered answered
                        ? contracts.answer(plain, answered.answer(), run)
                        : plain;
                desk.decide(told, run);
            }
            case Reading.Refused<AnswerMessage> refused -> task.deadLetter(arrival, refused.error());
        }
    }

    private void propose(Arrival arrival, ProposalMessage message) {
        String runId = message.record().runId();
        stops.reachFirst(arrival, runId);
        Optional<RunInput.Prior> prior =
                stores.answer(runId, message.record().proposalId()).map(StoredAnswer::prior);
        Optional<Stored<RunState>> run = stores.run(runId);
        desk.decide(contracts.proposal(arrival, message, prior, run), run);
    }

    /** A dead letter always; and a denial where the key names a run that is there. */
    private void refuse(Arrival arrival, Reading.Refused<ProposalMessage> refused) {
        task.deadLetter(arrival, refused.error());
        arrival.keyText().filter(runId -> stores.run(runId).isPresent()).ifPresent(runId -> {
            stops.reachFirst(arrival, runId);
            RunInput input = proposals.unreadable(arrival, refused);
            desk.decide(new RunCase(arrival, runId, "unreadable", input, RunCase.Extras.NONE));
        });
    }

    private void take(Arrival arrival, ReportMessage message) {
        switch (message) {
            case ReportMessage.Reported reported -> {
                stops.reachFirst(arrival, reported.id());
                Optional<Stored<RunState>> run = stores.run(reported.id());
                RunInput.Reported input = new RunInput.Reported(
                        reported.dispatchId(), attempt(run, reported), reported.result(), arrival.appendedAtMs());
                RunCase plain =
                        new RunCase(arrival, reported.id(), "result", input, RunCase.Extras.of(reported.carried()));
                desk.decide(contracts.report(plain, input, reported.brought(), run), run);
            }
            case ReportMessage.Running running ->
                desk.decide(new RunCase(
                        arrival,
                        running.id(),
                        "running",
                        new RunInput.Running(running.dispatchId()),
                        RunCase.Extras.NONE));
            case ReportMessage.Came came -> due(arrival, came.due());
        }
    }

    /** The attempt a dispatch was: a run gives each attempt its own dispatch. */
    private static int attempt(Optional<Stored<RunState>> before, ReportMessage.Reported reported) {
        return before.stream()
                .flatMap(run -> run.state().open().values().stream())
                .filter(call -> call.dispatchId().equals(reported.dispatchId()))
                .mapToInt(call -> call.attempt())
                .findFirst()
                .orElse(0);
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
            case Command.Publish publish -> desk.policies().publish(arrival, publish);
            case Command.OfRun run -> told(arrival, run);
            case Command.OfOperation operation -> misplaced(arrival, operation);
        }
    }

    /** A person says something about one run, under the place it was written to: there the answer is looked for. */
    private void told(Arrival arrival, Command.OfRun command) {
        stops.reachFirst(arrival, command.runId());
        Optional<RunInput> input = RunCommands.input(command.record());
        Arrival written = arrival.from(command.origin());
        if (input.isEmpty()) {
            misplaced(arrival, command);
            return;
        }
        Optional<LetterError> tooLarge = input.filter(RunInput.Resumed.class::isInstance)
                .flatMap(resumed -> stores.run(command.runId()))
                .map(Stored::state)
                .flatMap(run -> CarryOverCodec.fault(run, stores.policy(run.policyHash())));
        tooLarge.ifPresentOrElse(
                error -> task.deadLetter(written, error),
                () -> decide(new RunCase(
                        written, command.runId(), command.record().type(), input.get(), RunCase.Extras.NONE)));
    }

    private void decide(RunCase command) {
        Optional<Stored<RunState>> run = stores.run(command.runId());
        RunCase told = command.input() instanceof RunInput.Approved approved
                ? contracts.approval(command, approved, run)
                : command;
        desk.decide(told, run);
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
        String runId = arrival.keyText().orElse("");
        Optional<Armed> armed = stores.deadlines().reached(runId, due, arrival.takenAtMs());
        if (armed.isEmpty()) {
            task.note(arrival, "due", IGNORED, due);
            return;
        }
        stops.reachFirst(arrival, runId);
        RunInput input = new RunInput.Due(RunTimers.timer(armed.get()));
        desk.decide(new RunCase(arrival, runId, "due", input, RunCase.Extras.NONE));
    }
}
