package dev.interlock.server.stream;

import dev.interlock.core.operation.Request;
import dev.interlock.core.run.Chain;
import dev.interlock.core.run.Finish;
import dev.interlock.core.run.Proposal;
import dev.interlock.core.run.RunInput;
import dev.interlock.core.run.RunState;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Whom and what a decision can be about. A stop that names anything else has no bearing on it; so what is looked up and
 * journaled does not grow with the number of stops in force.
 *
 * @param runId the run
 * @param chain the root of its chain, where that is known
 * @param agents its owner, and the agents of all that is open, held, waiting or proposed
 * @param tools the tools of the same
 */
record Concern(String runId, Optional<String> chain, SortedSet<String> agents, SortedSet<String> tools) {

    /** What a request of the operation stage is about. */
    static Concern of(Request request) {
        return new Concern(
                request.runId(),
                Optional.of(request.activation().root()),
                new TreeSet<>(List.of(request.agentId(), request.ownerAgentId())),
                new TreeSet<>(List.of(request.tool())));
    }

    /**
     * What an input for a run can be about.
     *
     * @param before the run as it stands; empty when it begins with the input
     */
    static Concern of(RunCase input, Optional<RunState> before) {
        Optional<String> known = before.flatMap(run -> run.chain().root());
        Concern concern = new Concern(input.runId(), input.chain().or(() -> known), new TreeSet<>(), new TreeSet<>());
        before.ifPresent(concern::add);
        switch (input.input()) {
            case RunInput.Proposed proposed -> concern.add(proposed.proposal());
            case RunInput.Finished finished ->
                concern.agents.add(finished.finish().agentId());
            case RunInput.CarriedOver carried -> concern.add(carried.carryOver().initial());
            default -> {
                // All other inputs are about what the run has already.
            }
        }
        return concern;
    }

    private void add(RunState run) {
        agents.add(run.ownerAgentId());
        run.open().values().forEach(call -> {
            agents.add(call.agentId());
            tools.add(call.call().tool());
        });
        run.holds().calls().forEach(hold -> add(hold.proposal()));
        Stream<Chain.Awaited> awaited = run.chain().awaited().stream();
        awaited.forEach(waiting -> {
            waiting.proposals().forEach(this::add);
            waiting.finish().map(Finish::agentId).ifPresent(agents::add);
        });
    }

    private void add(Proposal proposal) {
        agents.add(proposal.agentId());
        proposal.call().ifPresent(call -> tools.add(call.tool()));
    }
}
