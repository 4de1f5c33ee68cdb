package dev.interlock.policy.body;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The word somebody may have meant. */
final class Nearest {
    private static final int LONGEST = 64;

    private Nearest() {}

    /** The known word that takes the fewest letters to change into, if they are few. */
    static Optional<String> to(String word, Collection<String> known) {
        if (word.length() > LONGEST) {
            return Optional.empty();
        }
        return known.stream()
                .min(Comparator.comparingInt(candidate -> distance(word, candidate)))
                .filter(best -> distance(word, best) <= Math.max(2, best.length() / 3));
    }

    /** What to say of a word that is none of those known: the nearest, and all where they are few. */
    static String rule(String word, Collection<String> known) {
        String nearest = to(word, known).map(best -> ", the nearest is " + best).orElse("");
        return nearest + (known.size() <= 16 ? ", known are " + String.join(", ", known) : "");
    }

    /** How many letters have to be put in, left out or exchanged. */
    private static int distance(String one, String other) {
        int[] above = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] row = new int[other.length() + 1];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int exchange = above[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(exchange, Math.min(above[j], row[j - 1]) + 1);
            }
            above = row;
        }
        return above[other.length()];
    }
}
