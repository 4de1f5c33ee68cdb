package dev.interlock.scenarios.memory;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.operation.Admission;
import dev.interlock.core.operation.OperationInput;
import dev.interlock.core.operation.Request;
import dev.interlock.core.run.Answer;
import dev.interlock.core.run.CarryOver;
import dev.interlock.core.run.Membership;
import dev.interlock.core.run.OpenCall;
import dev.interlock.core.run.Outcome;
import dev.interlock.core.run.RunEffect;
import dev.interlock.core.run.RunInput;
import dev.interlock.scenarios.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The two stages and the workers, with what passes between them; a message takes a virtual millisecond. */
final class Gateway {
    private static final long START_MS = 1_750_000_000_000L;
    private static final long HOP_MS = 1;

    private final Agenda agenda = new Agenda(START_MS);
    private final Scenario scenario;
    private final Tools tools;
    private final Runs runs;
    private final Operations operations;
    private final List<Stop> stops = new ArrayList<>();
    private final List<Published> outcomes = new ArrayList<>();

    /**
     * An outcome as published.
     *
     * @param run the run
     * @param proposalId the proposal it answers; empty where it answers none
     */
    record Published(String run, String proposalId, Outcome outcome) {}

    Gateway(Scenario scenario) {
        this.scenario = scenario;
        this.tools = new Tools(scenario, agenda);
        this.runs = new Runs(scenario, this);
        this.operations = new Operations(this);
    }

    Agenda agenda() {
        return agenda;
    }

    Tools tools() {
        return tools;
    }

    Runs runs() {
        return runs;
    }

    Operations operations() {
        return operations;
    }

    List<Stop> stops() {
        return List.copyOf(stops);
    }

    List<Published> outcomes() {
        return outcomes;
    }

    void stop(Stop stop) {
        stops.add(stop);
        runs.known().stream()
                .filter(run -> stop.scope() != dev.interlock.core.fact.StopScope.RUN
                        || stop.id().equals(run))
                .forEach(run -> runs.decide(run, new RunInput.Stopped(stop)));
        operations.known().forEach(id -> operations.decide(id, new OperationInput.Stopped(stop)));
    }

    void lift(Stop stop) {
        stops.removeIf(s -> s.scope() == stop.scope() && s.id().equals(stop.id()));
    }

    void restart() {
        runs.restore();
        operations.restore();
    }

    void publish(String run, String proposalId, Outcome outcome) {
        outcomes.add(new Published(run, proposalId, outcome));
    }

    void request(String run, RunEffect.Request effect) {
        Request request = Request.of(runs.state(run), effect, scenario.policy().policy());
        toOperation(effect.call(), new OperationInput.Requested(request, stops(), Optional.empty()));
    }

    void withdraw(String run, OpenCall call) {
        toOperation(call, new OperationInput.Withdrawn(call.id(), run, call.proposalId()));
    }

    void askAdmission(String run, RunEffect.AskAdmission asked) {
        Admission admission =
                new Admission(asked.requestId(), run, asked.proposalId(), Optional.empty(), asked.limits());
        admit(asked.operationId(), admission);
    }

    void admit(String operationId, Admission admission) {
        agenda.in(HOP_MS, () -> operations.admit(operationId, admission));
    }

    void answerAdmission(Admission admission, Membership membership) {
        agenda.in(
                HOP_MS, () -> runs.decide(admission.runId(), new RunInput.Admitted(admission.requestId(), membership)));
    }

    void reply(String run, Answer answer) {
        agenda.in(HOP_MS, () -> runs.answered(run, answer));
    }

    void beginSuccessor(CarryOver carryOver) {
        agenda.in(HOP_MS, () -> runs.decide(carryOver.initial().runId(), new RunInput.CarriedOver(carryOver)));
    }

    private void toOperation(OpenCall call, OperationInput input) {
        String operationId = call.call().operationId().orElseThrow();
        agenda.in(HOP_MS, () -> operations.decide(operationId, input));
    }
}
