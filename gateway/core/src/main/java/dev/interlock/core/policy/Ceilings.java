package dev.interlock.core.policy;

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
 */
public record Ceilings(
        int turns, int calls, int modelCalls, long wallClockMs, int retries, int handoffs, int parallel, int denials) {
    /** The highest value a counting ceiling may have: a larger one is no ceiling. */
    public static final int MOST = 100_000;

    /** The most calls that may be open at one time: all of them stand in the run's state and in its outcomes. */
    public static final int MOST_PARALLEL = 128;

    /** The longest a run may last: 31 days, in milliseconds. */
    public static final long LONGEST_MS = 31L * 24 * 60 * 60 * 1000;

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
        if (wallClockMs < 1 || wallClockMs > LONGEST_MS) {
            throw new IllegalArgumentException(
                    "ceilings.wall_clock_ms: must be finite, 1 to " + LONGEST_MS + ", was " + wallClockMs);
        }
    }

    /** The same ceilings with another time a run may last. */
    public Ceilings withWallClockMs(long changedMs) {
        return new Ceilings(turns, calls, modelCalls, changedMs, retries, handoffs, parallel, denials);
    }

    private static void check(String field, int value) {
        if (value < 0 || value > MOST) {
            throw new IllegalArgumentException(
                    "ceilings." + field + ": must be finite, 0 to " + MOST + ", was " + value);
        }
    }
}
