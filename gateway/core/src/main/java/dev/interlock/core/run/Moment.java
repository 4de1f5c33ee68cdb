package dev.interlock.core.run;

import dev.interlock.core.fact.Closure;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.Target;
import dev.interlock.core.policy.Policy;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The circumstances a decision is made under.
 *
 * @param runId the run concerned
 * @param policy the policy the run is held to: its own, or for a new run the one in force
 * @param policyHash that policy's digest
 * @param stops the stops in force in this partition that may bear on the decision: those of other
 *     runs, and of agents and tools that have nothing to do with it, may be left out
 * @param closure what the dead-man switch keeps closed; empty when it is open or off
 * @param atMs the gateway's clock when it took the input up
 */
public record Moment(
        String runId, Policy policy, String policyHash, List<Stop> stops, Optional<Closure> closure, long atMs) {
    public Moment {
        stops = List.copyOf(stops);
    }

    /** The stop in force that ends a run as a whole; of several that of the narrowest scope. */
    Optional<Stop> ending(Target run) {
        return stops.stream().filter(stop -> stop.endsRun(run)).min(Comparator.comparing(Stop::scope));
    }

    /** What the dead-man switch has against a dispatch of this kind. */
    Optional<Finding> closed(Kind kind) {
        return closure.filter(closed -> closed.reaches(kind)).map(closed -> Finding.closed(closed, kind, atMs));
    }
}
