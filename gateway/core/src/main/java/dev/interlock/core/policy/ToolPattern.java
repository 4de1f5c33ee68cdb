package dev.interlock.core.policy;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Names of tools in which {@code *} stands for any characters, none included. Of several that match a tool the longest
 * decides, stars not counted; two of one length that could match the same tool are refused, so that no order among them
 * matters.
 */
public final class ToolPattern {
    /** The most patterns of one policy: each call of a tool that is not named is compared with all of them. */
    public static final int MOST = 64;

    /** The longest pattern. */
    public static final int LONGEST = 128;

    private static final char ANY = '*';

    private ToolPattern() {}

    /** Whether a name has a star. */
    public static boolean is(String name) {
        return name.indexOf(ANY) >= 0;
    }

    /** Whether a name, taken as a pattern, matches a tool. */
    public static boolean matches(String pattern, String tool) {
        int at = 0;
        int star = -1;
        int resumed = 0;
        int i = 0;
        while (i < tool.length()) {
            if (at < pattern.length() && pattern.charAt(at) == ANY) {
                star = at++;
                resumed = i;
            } else if (at < pattern.length() && pattern.charAt(at) == tool.charAt(i)) {
                at++;
                i++;
            } else if (star >= 0) {
                at = star + 1;
                i = ++resumed;
            } else {
                return false;
            }
        }
        return pattern.substring(at).chars().allMatch(c -> c == ANY);
    }

    /** The pattern that decides about a tool nobody named exactly. */
    public static Optional<String> longest(Collection<String> names, String tool) {
        return names.stream()
                .filter(name -> is(name) && matches(name, tool))
                .max(Comparator.comparingInt(ToolPattern::length));
    }

    /** What is wrong with the patterns among some names. */
    public static Optional<Fault> fault(Collection<String> names) {
        List<String> patterns = names.stream().filter(ToolPattern::is).sorted().toList();
        if (patterns.size() > MOST) {
            String found = String.valueOf(patterns.size());
            return Optional.of(new Fault(patterns.get(MOST), "must be one of at most " + MOST + " patterns", found));
        }
        Optional<String> tooLong =
                patterns.stream().filter(p -> p.length() > LONGEST).findFirst();
        if (tooLong.isPresent()) {
            return tooLong.map(
                    p -> new Fault(p, "must have at most " + LONGEST + " characters", String.valueOf(p.length())));
        }
        return clash(patterns)
                .map(clash -> new Fault(
                        clash.other(),
                        "must not be as long as " + clash.one() + ", which could match the same tool",
                        "equally long without stars"));
    }

    /**
     * What is wrong with a pattern.
     *
     * @param pattern the pattern
     * @param rule what it must be
     * @param found what was found instead
     */
    public record Fault(String pattern, String rule, String found) {}

    /** Two patterns of which neither is the longer and that could match the same tool. */
    public static Optional<Clash> clash(List<String> patterns) {
        for (int i = 0; i < patterns.size(); i++) {
            for (int j = 0; j < i; j++) {
                String one = patterns.get(j);
                String other = patterns.get(i);
                if (length(one) == length(other) && overlap(one, other)) {
                    return Optional.of(new Clash(one, other));
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Patterns between which nothing decides.
     *
     * @param one the one that stands first
     * @param other the other
     */
    public record Clash(String one, String other) {}

    private static int length(String pattern) {
        return (int) pattern.chars().filter(c -> c != ANY).count();
    }

    /** Whether some text matches both: from the ends on, whether what is left of each can be the same text. */
    private static boolean overlap(String one, String other) {
        boolean[] below = new boolean[other.length() + 1];
        for (int i = one.length(); i >= 0; i--) {
            boolean[] row = new boolean[other.length() + 1];
            for (int j = other.length(); j >= 0; j--) {
                boolean oneEnds = i == one.length();
                boolean otherEnds = j == other.length();
                boolean any = !oneEnds && one.charAt(i) == ANY || !otherEnds && other.charAt(j) == ANY;
                if (any) {
                    row[j] = !oneEnds && below[j] || !otherEnds && row[j + 1];
                } else {
                    boolean equal = !oneEnds && !otherEnds && one.charAt(i) == other.charAt(j) && below[j + 1];
                    row[j] = equal || oneEnds && otherEnds;
                }
            }
            below = row;
        }
        return below[0];
    }
}
