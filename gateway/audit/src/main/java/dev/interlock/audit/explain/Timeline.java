package dev.interlock.audit.explain;

import dev.interlock.core.run.Outcome;
import java.util.List;
import java.util.Optional;

/**
 * What happened to a run or an operation.
 *
 * @param title such as run r-1
 * @param policies the policies it was decided under, by name and hash
 * @param steps its entries and those of the other stage about it, each behind what it rests on
 * @param end how the run ended; empty where it did not, or this is about an operation
 */
public record Timeline(String title, List<String> policies, List<Step> steps, Optional<Outcome> end) {
    public Timeline {
        policies = List.copyOf(policies);
        steps = List.copyOf(steps);
    }
}
