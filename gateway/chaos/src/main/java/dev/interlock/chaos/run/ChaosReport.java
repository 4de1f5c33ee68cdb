package dev.interlock.chaos.run;

import dev.interlock.audit.witness.Played;
import dev.interlock.audit.witness.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What came of a run of chaos.
 *
 * @param seed what the schedule and the scripts were made from
 * @param verdict what the judge found
 * @param disturbed what was done
 * @param runs runs that the agents lived to their end; empty if they did not say so in time
 * @param unended runs that had no end before everything was stopped
 * @param settledMs how long it took until every input was accounted for, once all was up again
 * @param onceUnknown operations of which nobody knew at some time, by how they ended
 * @param played how often runs had to do with each other
 * @param refusedLate dispatches that came to the receiver after it had said that they were not there
 * @param stopInForceMs how long it took, at the end and with nothing else to do, until a stop of everything was in force in
 *     each partition; empty if it was not
 */
public record ChaosReport(
        long seed,
        Verdict verdict,
        Disturbed disturbed,
        Optional<Integer> runs,
        List<String> unended,
        long settledMs,
        Map<String, Integer> onceUnknown,
        Played played,
        int refusedLate,
        OptionalLong stopInForceMs) {
    public ChaosReport {
        unended = List.copyOf(unended);
        onceUnknown = Map.copyOf(onceUnknown);
    }

    /**
     * What was done to processes and runs.
     *
     * @param kills processes that were killed
     * @param freezes processes that were frozen
     * @param restarts processes that were started again
     * @param stops stops that were issued
     */
    public record Disturbed(int kills, int freezes, int restarts, int stops) {}

    /** Whether nothing is there that must not be, and everything that must be. */
    public boolean isClean() {
        return findings().isEmpty();
    }

    /** What is wrong and has no count of its own: what the judge found, and what never happened. */
    public int violations() {
        return verdict.violations() + hangs().size();
    }

    /** All that is there and must not be, and what is missing, a line each. */
    public List<String> findings() {
        List<String> all = new ArrayList<>(verdict.findings());
        all.addAll(hangs());
        return all;
    }

    private List<String> hangs() {
        List<String> hangs = new ArrayList<>();
        if (runs.isEmpty()) {
            hangs.add("the agents did not come to the end of their scripts");
        }
        unended.forEach(run -> hangs.add("without an end: " + run));
        if (stopInForceMs.isEmpty()) {
            hangs.add("a stop of everything was not in force everywhere in time");
        }
        return hangs;
    }
}
