package dev.interlock.scenarios;

import java.util.List;
import java.util.Map;

/**
 * How a scenario came out.
 *
 * @param scenario the scenario
 * @param ends how its runs ended, by their names in the scenario
 * @param tally what was done
 * @param differences what came out otherwise than expected, in words; empty when all is well
 * @param tookMs milliseconds it took
 */
public record Report(
        Scenario scenario, Map<String, RunEnd> ends, World.Tally tally, List<String> differences, long tookMs) {
    public Report {
        ends = Map.copyOf(ends);
        differences = List.copyOf(differences);
    }

    /** The report of a scenario that could not be played to its end. */
    public static Report broken(Scenario scenario, RuntimeException cause, long tookMs) {
        Throwable root = cause;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String why = root.getMessage() == null ? root.toString() : root.getMessage();
        return new Report(scenario, Map.of(), new World.Tally(0, 0), List.of("not played to its end: " + why), tookMs);
    }

    /** Whether everything came out as expected. */
    public boolean ok() {
        return differences.isEmpty();
    }
}
