package dev.interlock.server.meter;

import java.util.TreeMap;

/** Times of which several may be alike, by the second: how many have come, and which is the earliest. */
final class Ages {
    private static final long SECOND_MS = 1_000;

    private final TreeMap<Long, Integer> seconds = new TreeMap<>();
    private int count;

    void add(long atMs) {
        seconds.merge(atMs / SECOND_MS, 1, Integer::sum);
        count++;
    }

    /** Takes one away that was added; one that was not changes nothing: no gauge is worth a decision. */
    void remove(long atMs) {
        Integer same = seconds.get(atMs / SECOND_MS);
        if (same == null) {
            return;
        }
        if (same == 1) {
            seconds.remove(atMs / SECOND_MS);
        } else {
            seconds.put(atMs / SECOND_MS, same - 1);
        }
        count--;
    }

    int count() {
        return count;
    }

    /** How many have come by then. */
    int come(long nowMs) {
        return seconds.headMap(nowMs / SECOND_MS, true).values().stream()
                .mapToInt(Integer::intValue)
                .sum();
    }

    /** Milliseconds since the earliest; 0 when there is none. */
    long oldestMs(long nowMs) {
        return seconds.isEmpty() ? 0 : Math.max(0, nowMs - seconds.firstKey() * SECOND_MS);
    }
}
