package dev.interlock.core.policy;

/**
 * How far apart in time things may be and still be one matter.
 *
 * @param proposalMs a proposal for a run without state is stale when issued longer ago than this
 * @param skewMs a proposal for a run without state is stale when issued further in the future than this
 * @param stubMs how long an ended run still answers with its outcome
 * @param holdMs how long a run waits for a person before it ends as {@code needs_human}
 */
public record Horizons(long proposalMs, long skewMs, long stubMs, long holdMs) {
    public Horizons {
        if (proposalMs < 1 || skewMs < 0 || stubMs < 1 || holdMs < 1) {
            throw new IllegalArgumentException(
                    "horizons: must be positive, were " + proposalMs + ", " + skewMs + ", " + stubMs + ", " + holdMs);
        }
    }
}
