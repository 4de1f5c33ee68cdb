package dev.interlock.core.policy;

/**
 * How far apart in time things may be and still be one matter.
 *
 * @param proposalMs a proposal for a run without state is stale when issued longer ago than this
 * @param skewMs a proposal for a run without state is stale when issued further in the future than this
 * @param stubMs how long an ended run still answers with its outcome; not less than the first two together, or a resend
 *     would begin a forgotten run anew
 * @param holdMs how long a run waits for a person before it ends as {@code needs_human}; an approval is valid no longer
 */
public record Horizons(long proposalMs, long skewMs, long stubMs, long holdMs) {
    /** The longest of them: ten years, in milliseconds. */
    public static final long LONGEST_MS = 3_650L * 24 * 60 * 60 * 1000;

    public Horizons {
        check("proposal_ms", proposalMs, 1);
        check("skew_ms", skewMs, 0);
        check("stub_ms", stubMs, proposalMs + skewMs);
        check("hold_ms", holdMs, 1);
    }

    private static void check(String field, long value, long least) {
        if (value < least || value > LONGEST_MS) {
            throw new IllegalArgumentException(
                    "horizons." + field + ": must be " + least + " to " + LONGEST_MS + ", was " + value);
        }
    }
}
