package dev.interlock.policy.problem;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What was found wrong so far. After {@value #MOST} nothing more is noted: whoever has so many reads on after mending. */
public final class Problems {
    /** The most that are noted of one file. */
    public static final int MOST = 100;

    private final List<Problem> found = new ArrayList<>();

    /** Notes one. */
    public void add(Place place, String field, String rule, String value) {
        if (!full()) {
            found.add(new Problem(place, field, rule, value));
        }
    }

    /** Whether nothing more is noted. */
    public boolean full() {
        return found.size() >= MOST;
    }

    /** Whether nothing was found. */
    public boolean none() {
        return found.isEmpty();
    }

    /** How many were noted. */
    public int count() {
        return found.size();
    }

    /** All that were noted, in the order of the file. */
    public List<Problem> inOrder() {
        return found.stream().sorted(Comparator.comparing(Problem::place)).toList();
    }
}
