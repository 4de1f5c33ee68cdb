package dev.interlock.core.policy;

/**
 * How far activations may trigger each other. Both limits count along the whole chain and never start again; a cap of n
 * allows n.
 *
 * @param depth how many activations may follow one from the other
 * @param activations how many activations one operation may cause, directly or through others
 */
public record ChainLimits(int depth, int activations) {
    /** The greatest depth: a longer chain is no chain anybody has looked at. */
    public static final int MOST_DEPTH = 1_000;

    /** The most activations: each is remembered with the operation the chain began with. */
    public static final int MOST_ACTIVATIONS = 10_000;

    public ChainLimits {
        check("depth", depth, MOST_DEPTH);
        check("activations", activations, MOST_ACTIVATIONS);
    }

    private static void check(String field, int value, int most) {
        if (value < 0 || value > most) {
            throw new IllegalArgumentException("chains." + field + ": must be finite, 0 to " + most + ", was " + value);
        }
    }
}
