package dev.interlock.scenarios.memory;

import dev.interlock.core.fact.Result;
import dev.interlock.scenarios.Behaviour;
import dev.interlock.scenarios.Scenario;
import dev.interlock.scenarios.ScriptedProposal;
import dev.interlock.scenarios.World;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The workers: they execute what was dispatched, as the scenario says. */
final class Tools {
    private static final long HOP_MS = 1;

    private final Map<String, ScriptedProposal> proposals;
    private final Agenda agenda;
    private final Map<List<String>, Integer> executions = new HashMap<>();
    private final Map<List<String>, Integer> questions = new HashMap<>();
    private int dispatches;
    private int running;

    Tools(Scenario scenario, Agenda agenda) {
        this.proposals = scenario.proposals();
        this.agenda = agenda;
    }

    /** Takes an <em>execute</em> dispatch. */
    void dispatch(String run, String proposalId, Consumer<Result> report) {
        dispatches++;
        agenda.in(HOP_MS, () -> execute(run, proposalId, report));
    }

    /** Takes a <em>query</em> dispatch. */
    void query(String run, String proposalId, Consumer<Result> report) {
        int question = questions.merge(List.of(run, proposalId), 1, Integer::sum);
        ScriptedProposal proposal = proposals.get(ScriptedProposal.labelOf(proposalId));
        Behaviour found = proposal.finding(question);
        agenda.in(2 * HOP_MS, () -> report.accept(Facts.result(proposal.call().kind(), found)));
    }

    boolean wasExecuted(String run, String proposalId) {
        return executions.containsKey(List.of(run, proposalId));
    }

    boolean atWork() {
        return running > 0;
    }

    World.Tally tally() {
        int executed = executions.values().stream().mapToInt(Integer::intValue).sum();
        return new World.Tally(executed, dispatches);
    }

    private void execute(String run, String proposalId, Consumer<Result> report) {
        int execution = executions.merge(List.of(run, proposalId), 1, Integer::sum);
        ScriptedProposal proposal = proposals.get(ScriptedProposal.labelOf(proposalId));
        Behaviour behaviour = proposal.behaviour(execution);
        if (behaviour.endsWithoutReport()) {
            return;
        }
        running++;
        agenda.in(behaviour.takesMs() + HOP_MS, () -> {
            running--;
            report.accept(Facts.result(proposal.call().kind(), behaviour));
        });
    }
}
