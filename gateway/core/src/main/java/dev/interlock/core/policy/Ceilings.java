package dev.interlock.core.policy;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The most a run may use. All are finite and none is ever reset; a cap of n allows n.
 *
 * @param turns model turns: distinct (agent, turn) pairs
 * @param calls granted calls of every kind
 * @param modelCalls granted calls of kind {@code model}
 * @param wallClockMs milliseconds from the first proposal to the deadline
 * @param retries re-proposals after {@code retryable}, re-dispatches and attempts made inside an adapter, together
 * @param handoffs changes of agent within the run
 * @param parallel calls open at one time
 * @param denials denials of any kind; the one after that ends the run
 * @param costMicros what its calls may cost, in millionths of the policy's currency unit; empty when nobody said so, for
 *     no amount is right for every currency
 * @param rate calls of every kind in a time; empty when they may follow each other at once
 * @param lastTurn what of these ceilings is kept for a last word; empty when a run ends at once that reaches one
 */
public record Ceilings(
        int turns,
        int calls,
        int modelCalls,
        long wallClockMs,
        int retries,
        int handoffs,
        int parallel,
        int denials,
        OptionalLong costMicros,
        Optional<RateRule> rate,
        Optional<LastTurn> lastTurn) {
    /** The highest value a counting ceiling may have: a larger one is no ceiling. */
    public static final int MOST = 100_000;

    /** The most calls that may be open at one time: all of them stand in the run's state and in its outcomes. */
    public static final int MOST_PARALLEL = 128;

    /** The longest a run may last: 31 days, in milliseconds. */
    public static final long LONGEST_MS = 31L * 24 * 60 * 60 * 1000;

    /** The highest cost there is, in millionths of the currency unit: a higher one is no ceiling. */
    public static final long MOST_MICROS = 1_000_000_000_000_000L;

    /** Ceilings of which none is of cost or in a time. */
    public Ceilings(
            int turns,
            int calls,
            int modelCalls,
            long wallClockMs,
            int retries,
            int handoffs,
            int parallel,
            int denials) {
        this(
                turns,
                calls,
                modelCalls,
                wallClockMs,
                retries,
                handoffs,
                parallel,
                denials,
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty());
    }

    public Ceilings {
        check("turns", turns);
        check("calls", calls);
        check("model_calls", modelCalls);
        check("retries", retries);
        check("handoffs", handoffs);
        if (parallel < 0 || parallel > MOST_PARALLEL) {
            throw new IllegalArgumentException(
                    "ceilings.parallel: must be 0 to " + MOST_PARALLEL + ", was " + parallel);
        }
        check("denials", denials);
        lastTurn.ifPresent(kept -> checkKept(kept, Math.min(turns, Math.min(calls, modelCalls)), costMicros));
        costMicros.ifPresent(most -> Parts.within("ceilings.cost_micros", most, 0, MOST_MICROS));
        if (wallClockMs < 1 || wallClockMs > LONGEST_MS) {
            throw new IllegalArgumentException(
                    "ceilings.wall_clock_ms: must be finite, 1 to " + LONGEST_MS + ", was " + wallClockMs);
        }
    }

    /** The same ceilings with another time a run may last. */
    public Ceilings withWallClockMs(long changedMs) {
        return with(changedMs, costMicros, rate, lastTurn);
    }

    /** The same ceilings with one of cost. */
    public Ceilings withCostMicros(long most) {
        return with(wallClockMs, OptionalLong.of(most), rate, lastTurn);
    }

    /** The same ceilings with one in a time. */
    public Ceilings withRate(int most, long perMs) {
        return with(wallClockMs, costMicros, Optional.of(new RateRule(most, perMs)), lastTurn);
    }

    /** The same ceilings, of which something is kept for a last word. */
    public Ceilings withLastTurn(long keptMicros) {
        return with(wallClockMs, costMicros, rate, Optional.of(new LastTurn(keptMicros)));
    }

    private Ceilings with(long lasts, OptionalLong cost, Optional<RateRule> inTime, Optional<LastTurn> kept) {
        return new Ceilings(turns, calls, modelCalls, lasts, retries, handoffs, parallel, denials, cost, inTime, kept);
    }

    private static void checkKept(LastTurn kept, int fewest, OptionalLong cost) {
        if (fewest < 1) {
            throw new IllegalArgumentException(
                    "ceilings.last_turn: needs turns, calls and model_calls of at least 1, was " + fewest);
        }
        if (cost.isPresent() && kept.costMicros() > cost.getAsLong()) {
            throw new IllegalArgumentException("ceilings.last_turn.cost_micros: must be at most cost_micros "
                    + cost.getAsLong() + ", was " + kept.costMicros());
        }
    }

    private static void check(String field, int value) {
        if (value < 0 || value > MOST) {
            throw new IllegalArgumentException(
                    "ceilings." + field + ": must be finite, 0 to " + MOST + ", was " + value);
        }
    }
}
