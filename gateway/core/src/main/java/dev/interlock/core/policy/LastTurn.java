package dev.interlock.core.policy;

/**
 * What of a run's ceilings is kept for its last word: one model turn with one call of a model, which may be made once a
 * ceiling is reached, and no call of any other kind.
 *
 * @param costMicros what of the cost ceiling is kept for it, in millionths of the policy's currency unit
 */
public record LastTurn(long costMicros) {

    public LastTurn {
        Parts.within("last_turn.cost_micros", costMicros, 0, Ceilings.MOST_MICROS);
    }
}
