package dev.interlock.core.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which calls were made together: those of one model answer, before any of them had a result. The agent says which turn a
 * call is of, but no answer has more calls in flight than may be open at one time: what a turn has beyond that was made
 * one after the other, whatever number it has. So an agent that never raises its turn is compared with its own past all
 * the same.
 */
final class Rounds {
    private final int together;
    private final Map<Turn, Integer> calls = new HashMap<>();
    private final Map<String, Round> rounds = new HashMap<>();

    private record Turn(String agentId, long number) {}

    /**
     * Calls made together.
     *
     * @param agentId who made them
     * @param turn the turn they are of
     * @param number 0 for those that can have been made together, and then one for each call
     */
    record Round(String agentId, long turn, int number) {}

    /**
     * The rounds of the calls a run remembers.
     *
     * @param together how many calls may be open at one time
     */
    Rounds(List<Attempted> remembered, int together) {
        this.together = Math.max(1, together);
        for (Attempted attempted : remembered) {
            rounds.put(attempted.proposalId(), next(attempted.agentId(), attempted.turn()));
            calls.merge(new Turn(attempted.agentId(), attempted.turn()), 1, Integer::sum);
        }
    }

    /** The round of a remembered call. */
    Round of(Attempted attempted) {
        return rounds.get(attempted.proposalId());
    }

    /** The round of a call that would come next in a turn. */
    Round next(String agentId, long turn) {
        int before = calls.getOrDefault(new Turn(agentId, turn), 0);
        return new Round(agentId, turn, Math.max(0, before - together + 1));
    }
}
