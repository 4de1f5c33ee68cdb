package dev.interlock.chaos.run;

import dev.interlock.chaos.witness.Verdict;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What came of a run of chaos.
 *
 * @param seed what the schedule and the scripts were made from
 * @param verdict what the judge found
 * @param kills processes that were killed
 * @param freezes processes that were frozen
 * @param restarts processes that were started again
 * @param stops stops that were issued
 * @param runs runs that were lived to their end
 * @param settledMs how long it took until every input was accounted for, once all was up again
 * @param onceUnknown operations of which nobody knew at some time, by how they ended
 * @param refusedLate dispatches that came to the receiver after it had said that they were not there
 * @param stopInForceMs how long it took, at the end and with nothing else to do, until a stop of everything was in force in
 *     each partition; empty if it was not
 */
public record ChaosReport(
        long seed,
        Verdict verdict,
        int kills,
        int freezes,
        int restarts,
        int stops,
        int runs,
        long settledMs,
        Map<String, Integer> onceUnknown,
        int refusedLate,
        OptionalLong stopInForceMs) {
    public ChaosReport {
        onceUnknown = Map.copyOf(onceUnknown);
    }
}
