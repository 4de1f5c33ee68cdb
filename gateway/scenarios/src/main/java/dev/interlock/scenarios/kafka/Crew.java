package dev.interlock.scenarios.kafka;

import dev.interlock.scenarios.Behaviour;
import dev.interlock.scenarios.ScriptedProposal;
import dev.interlock.scenarios.table.Scenarios;
import dev.interlock.worker.ToolStatus;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The worker processes of the scenarios. Each runs tools that no other runs. */
public enum Crew {
    /** Runs all tools that need nothing special. */
    STEADY,
    /** Runs the tools in whose execution the process dies. */
    MORTAL,
    /** Runs the tools that answer what the worker library would not say, without that library. */
    FOREIGN;

    /** The tools it runs. */
    public Set<String> tools() {
        return Scenarios.all().stream()
                .flatMap(scenario -> scenario.proposals().values().stream())
                .filter(proposal -> of(proposal) == this)
                .map(proposal -> proposal.call().tool())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The consumer group of its processes. */
    public String group() {
        return "interlock-scenarios-" + name().toLowerCase(Locale.ROOT);
    }

    private static Crew of(ScriptedProposal proposal) {
        if (proposal.behaviours().stream().anyMatch(b -> b.course() == Behaviour.Course.WORKER_DIES)) {
            return MORTAL;
        }
        return proposal.behaviours().stream().allMatch(Crew::canBeSaid) ? STEADY : FOREIGN;
    }

    private static boolean canBeSaid(Behaviour behaviour) {
        String symbol = behaviour.report().status().toUpperCase(Locale.ROOT);
        return Arrays.stream(ToolStatus.values())
                .anyMatch(status -> status.name().equals(symbol));
    }
}
