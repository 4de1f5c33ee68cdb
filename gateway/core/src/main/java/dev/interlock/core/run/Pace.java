package dev.interlock.core.run;

import dev.interlock.core.policy.RateRule;
import java.util.ArrayList;
import java.util.List;

/**
 * When calls were sent, as far as a rate has to know. Calls that were sent close together share one stretch, which counts
 * as long as its last call does: so what is kept is bounded whatever the rate, no more calls are let through than the rule
 * allows, and a call waits at most an eighth of the rule's time longer than it would have to.
 *
 * @param longestMs the longest time in which they are counted, in milliseconds
 * @param stretches oldest first
 */
public record Pace(long longestMs, List<Stretch> stretches) {
    /** Into so many parts the time of a rule is divided. */
    private static final int PARTS = 8;

    /** The most stretches that are kept: those that began within the time of the rule, and one before; beyond them the oldest become one. */
    static final int MOST_STRETCHES = PARTS + 2;

    /** Nothing was sent. */
    static final Pace NONE = new Pace(1, List.of());

    public Pace {
        stretches = List.copyOf(stretches);
    }

    /**
     * Calls that were sent close together.
     *
     * @param fromMs when the first was sent
     * @param lastMs when the last was
     * @param calls how many
     */
    public record Stretch(long fromMs, long lastMs, int calls) {
        private Stretch before(Stretch next) {
            return new Stretch(fromMs, next.lastMs, calls + next.calls);
        }

        private Stretch with(long atMs) {
            return new Stretch(fromMs, atMs, calls + 1);
        }
    }

    /** The same after one more call was sent. */
    Pace sent(RateRule rule, long atMs) {
        long longest = Math.max(longestMs, rule.perMs());
        List<Stretch> kept = new ArrayList<>(stretches.stream()
                .filter(stretch -> stretch.lastMs() + longest > atMs)
                .toList());
        long part = (longest + PARTS - 1) / PARTS;
        boolean joins = !kept.isEmpty() && atMs - kept.getLast().fromMs() < part;
        if (joins) {
            kept.add(kept.removeLast().with(atMs));
        } else {
            kept.add(new Stretch(atMs, atMs, 1));
        }
        while (kept.size() > MOST_STRETCHES) {
            kept.addFirst(kept.removeFirst().before(kept.removeFirst()));
        }
        return new Pace(longest, kept);
    }

    /** The same after a call was given back that was sent then; what is not kept any more needs no giving back. */
    Pace givenBack(long sentAtMs) {
        List<Stretch> kept = new ArrayList<>(stretches);
        for (int i = kept.size() - 1; i >= 0; i--) {
            Stretch stretch = kept.get(i);
            if (stretch.fromMs() <= sentAtMs && sentAtMs <= stretch.lastMs()) {
                kept.remove(i);
                if (stretch.calls() > 1) {
                    kept.add(i, new Stretch(stretch.fromMs(), stretch.lastMs(), stretch.calls() - 1));
                }
                return new Pace(longestMs, kept);
            }
        }
        return this;
    }

    /** How many calls count at a time. */
    int counted(RateRule rule, long atMs) {
        return stretches.stream()
                .filter(stretch -> stretch.lastMs() + rule.perMs() > atMs)
                .mapToInt(Stretch::calls)
                .sum();
    }

    /** Milliseconds from a time until one more call may be sent; 0 when it may be at once. */
    long waitMs(RateRule rule, long atMs) {
        int over = counted(rule, atMs) - rule.calls() + 1;
        for (Stretch stretch : stretches) {
            long left = stretch.lastMs() + rule.perMs() - atMs;
            if (over > 0 && left > 0) {
                over -= stretch.calls();
                if (over <= 0) {
                    return left;
                }
            }
        }
        return 0;
    }
}
