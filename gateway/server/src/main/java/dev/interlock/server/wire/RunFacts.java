package dev.interlock.server.wire;

import dev.interlock.core.fact.Closure;
import dev.interlock.core.fact.Stop;
import dev.interlock.core.run.RunInput;
import java.util.List;
import java.util.Optional;

/**
 * What the core saw when it decided about a run, beside state, policy and time.
 *
 * @param input what happened
 * @param stops the stops that were in force
 * @param closure what the dead-man switch kept closed; empty when it was open or off
 * @param told what the policy said of it outside the core, where it said anything
 */
public record RunFacts(RunInput input, List<Stop> stops, Optional<Closure> closure, Optional<Told> told) {
    public RunFacts {
        stops = List.copyOf(stops);
    }
}
