package dev.interlock.scenarios.kafka;

import dev.interlock.scenarios.Behaviour;
import dev.interlock.scenarios.ScriptedProposal;
import dev.interlock.scenarios.table.Scenarios;
import dev.interlock.schemas.Dispatch;
import java.util.Optional;

/** What the scenarios say about a dispatch. */
final class Scripts {
    private Scripts() {}

    /**
     * What the tool does with an execution.
     *
     * @param execution which execution for its proposal it is, from 1
     * @throws IllegalArgumentException when no scenario knows the dispatch
     */
    static Behaviour behaviour(Dispatch dispatch, int execution) {
        return proposal(dispatch).behaviour(execution);
    }

    /** What the tool finds when it is asked what became of a proposal's execution: the nth time, from 1. */
    static Behaviour finding(Dispatch query, int question) {
        return proposal(query).finding(question);
    }

    private static ScriptedProposal proposal(Dispatch dispatch) {
        String label = ScriptedProposal.labelOf(dispatch.proposalId());
        return Scenarios.named(Names.scenarioOf(dispatch.runId()))
                .flatMap(scenario -> Optional.ofNullable(scenario.proposals().get(label)))
                .orElseThrow(() -> new IllegalArgumentException(
                        "no scenario has a proposal " + label + " in run " + dispatch.runId()));
    }
}
