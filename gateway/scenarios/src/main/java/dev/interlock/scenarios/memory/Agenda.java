package dev.interlock.scenarios.memory;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;

/** A virtual clock with what is to happen when. Things of the same time happen in the order they were noted. */
final class Agenda {
    private final PriorityQueue<Entry> entries =
            new PriorityQueue<>(Comparator.comparingLong(Entry::atMs).thenComparingLong(Entry::order));
    private final Map<Object, Long> armed = new HashMap<>();
    private long nowMs;
    private long last;

    private record Entry(long atMs, long order, Runnable what) {}

    Agenda(long startMs) {
        nowMs = startMs;
    }

    long nowMs() {
        return nowMs;
    }

    /** Notes something for a time from now. */
    void in(long ms, Runnable what) {
        at(nowMs + ms, what);
    }

    /** Notes something under a name; noting it anew or dropping it makes the earlier note void. */
    void arm(Object name, long atMs, Runnable what) {
        long order = last + 1;
        armed.put(name, order);
        at(Math.max(atMs, nowMs), () -> {
            if (armed.remove(name, order)) {
                what.run();
            }
        });
    }

    /** Drops what was noted under a name. */
    void drop(Object name) {
        armed.remove(name);
    }

    /** Lets things happen until a condition holds; fails when nothing is left to happen by then. */
    void runUntil(BooleanSupplier condition, long limitMs, String what) {
        long end = nowMs + limitMs;
        while (!condition.getAsBoolean()) {
            if (!step(end)) {
                throw new IllegalStateException("waited in vain for " + what);
            }
        }
    }

    /** Lets everything happen that is noted for the next milliseconds. */
    void runFor(long ms) {
        long end = nowMs + ms;
        while (step(end)) {
            // Each step takes one entry off.
        }
        nowMs = end;
    }

    private boolean step(long endMs) {
        Entry next = entries.peek();
        if (next == null || next.atMs() > endMs) {
            return false;
        }
        entries.remove();
        nowMs = Math.max(nowMs, next.atMs());
        next.what().run();
        return true;
    }

    private void at(long atMs, Runnable what) {
        entries.add(new Entry(atMs, ++last, what));
    }
}
