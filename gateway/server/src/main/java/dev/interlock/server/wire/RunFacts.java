package dev.interlock.server.wire;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.run.RunInput;
import java.util.List;

/**
 * What the core saw when it decided about a run, beside state, policy and time.
 *
 * @param input what happened
 * @param stops the stops that were in force
 */
public record RunFacts(RunInput input, List<Stop> stops) {
    public RunFacts {
        stops = List.copyOf(stops);
    }
}
