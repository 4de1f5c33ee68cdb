package dev.interlock.core.policy;

import java.util.Optional;

/**
 * How a tool may be asked again for what is not ready yet. A poll begins with a call whose result is pending, goes on with
 * the same call, and is over with a result that is not pending and is no failure that may pass.
 *
 * @param most how many calls one poll may have, the first among them; at least 1
 * @param everyMs milliseconds from one of its calls to the next, at least; 0 when it may be asked again at once
 * @param withinMs milliseconds from its first call in which it may be asked again, at least 1
 * @param between whether a read that comes again, with this poll asked and pending since it was last made, is
 *     waiting too and repeats nothing; empty as {@code false}
 */
public record PollRule(int most, long everyMs, long withinMs, Optional<Boolean> between) {

    public PollRule {
        Parts.within("poll.most", most, 1, Ceilings.MOST);
        Parts.within("poll.every_ms", everyMs, 0, Ceilings.LONGEST_MS);
        Parts.within("poll.within_ms", withinMs, 1, Ceilings.LONGEST_MS);
    }

    /** A poll beside which every other read that comes again is a repetition. */
    public PollRule(int most, long everyMs, long withinMs) {
        this(most, everyMs, withinMs, Optional.empty());
    }

    /** The same without a least time from one call to the next. */
    public PollRule atOnce() {
        return new PollRule(most, 0, withinMs, between);
    }

    /** Whether what comes again between two of its calls is waiting too. */
    public boolean coversOthers() {
        return between.orElse(false);
    }
}
