package dev.interlock.scenarios;

import dev.interlock.core.fact.StopScope;
import dev.interlock.core.operation.Operation;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;

/**
 * One row of the table: what agents try under a policy, what their tools do, and how it must come out.
 *
 * @param name its name, in lower case with hyphens
 * @param title what happens, in a sentence
 * @param policy the policy its runs are held to
 * @param steps what happens, in order
 * @param expected how it must come out
 */
public record Scenario(String name, String title, ScenarioPolicy policy, List<Step> steps, Expectation expected) {
    public Scenario {
        if (!name.matches("[a-z0-9]+(-[a-z0-9]+)*")) {
            throw new IllegalArgumentException("name: must be lower case with hyphens, was " + name);
        }
        steps = labelled(steps);
    }

    /** A scenario to be filled in, under the policy <em>strict</em>. */
    public static Scenario named(String name) {
        return new Scenario(name, "", ScenarioPolicy.strict(), List.of(), Expectation.none());
    }

    /** The same with a title. */
    public Scenario titled(String sentence) {
        return new Scenario(name, sentence, policy, steps, expected);
    }

    /** The same under another policy than <em>strict</em>. */
    public Scenario under(ScenarioPolicy other) {
        return new Scenario(name, title, other, steps, expected);
    }

    /** The same with these steps. */
    public Scenario when(Step... what) {
        return new Scenario(name, title, policy, List.of(what), expected);
    }

    /** The same with an end for its first run. */
    public Scenario ends(Status status, Reason reason) {
        return ends(Actor.RUN, status, reason);
    }

    /** The same with an end for a run. */
    public Scenario ends(String run, Status status, Reason reason) {
        return expecting(expected.ending(run, new Conclusion(status, reason)));
    }

    /** The same with a number of executions, and as many dispatches. */
    public Scenario executes(int count) {
        return expecting(expected.counting(count, count));
    }

    /** The same with another number of dispatches than executions. */
    public Scenario dispatches(int count) {
        return expecting(expected.counting(expected.executions(), count));
    }

    /** The same with a state that an operation must be left in. */
    public Scenario leaves(String operation, Operation.State state) {
        return expecting(expected.leaving(operation, state));
    }

    /** The same with a proposal whose result must be kept as the last good one. */
    public Scenario keepsLastGood(String label) {
        return expecting(expected.keeping(label));
    }

    /** How its first run must end. */
    public Conclusion conclusion() {
        return expected.ends().get(mainRun());
    }

    /** The run that begins first, by its name in the scenario. */
    public String mainRun() {
        return runs().getFirst();
    }

    /** All proposals, by label. */
    public Map<String, ScriptedProposal> proposals() {
        Map<String, ScriptedProposal> all = new LinkedHashMap<>();
        steps.forEach(step -> step.proposals().forEach(p -> all.put(p.label(), p)));
        return all;
    }

    /** All runs, in the order they begin. */
    public SequencedSet<String> runs() {
        SequencedSet<String> runs = new LinkedHashSet<>();
        steps.forEach(step -> step.proposals().forEach(p -> runs.add(p.actor().run())));
        return runs;
    }

    /** Whether it disturbs scenarios that run at the same time: it stops everything or kills the gateway. */
    public boolean disturbsOthers() {
        return steps.stream()
                .anyMatch(step -> step instanceof Step.RestartGateway
                        || (step instanceof Step.Halt halt && halt.scope() == StopScope.ALL));
    }

    private Scenario expecting(Expectation changed) {
        return new Scenario(name, title, policy, steps, changed);
    }

    /** Names each proposal after its place: p1, p2, ... */
    private static List<Step> labelled(List<Step> steps) {
        List<Step> labelled = new ArrayList<>();
        int[] last = {0};
        for (Step step : steps) {
            labelled.add(
                    switch (step) {
                        case ScriptedProposal proposal -> next(proposal, last);
                        case Step.Together together -> new Step.Together(next(together.calls(), last));
                        case Step.Persist persist -> new Step.Persist(next(persist.calls(), last));
                        case Step.Begin begin -> new Step.Begin(next(begin.call(), last));
                        default -> step;
                    });
        }
        return List.copyOf(labelled);
    }

    private static List<ScriptedProposal> next(List<ScriptedProposal> proposals, int[] last) {
        return proposals.stream().map(p -> next(p, last)).toList();
    }

    private static ScriptedProposal next(ScriptedProposal proposal, int[] last) {
        last[0]++;
        return proposal.labelled("p" + last[0]);
    }
}
