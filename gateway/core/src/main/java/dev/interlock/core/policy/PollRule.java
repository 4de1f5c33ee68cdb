package dev.interlock.core.policy;

/**
 * How a tool may be asked again for what is not ready yet. A poll begins with a call whose result is pending, goes on with
 * the same call, and is over with a result that is not pending and is no failure that may pass.
 *
 * @param most how many calls one poll may have, the first among them; at least 1
 * @param everyMs milliseconds from one of its calls to the next, at least; 0 when it may be asked again at once
 * @param withinMs milliseconds from its first call in which it may be asked again, at least 1
 */
public record PollRule(int most, long everyMs, long withinMs) {

    public PollRule {
        Parts.within("poll.most", most, 1, Ceilings.MOST);
        Parts.within("poll.every_ms", everyMs, 0, Ceilings.LONGEST_MS);
        Parts.within("poll.within_ms", withinMs, 1, Ceilings.LONGEST_MS);
    }
}
