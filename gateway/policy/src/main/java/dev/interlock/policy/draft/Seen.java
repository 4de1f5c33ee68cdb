package dev.interlock.policy.draft;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a tool before anybody has written a contract for it.
 *
 * @param name its name
 * @param reads whether it only reads; empty where nobody says so
 * @param repeatable whether doing it twice is as doing it once; empty where nobody says so
 * @param destroys whether it is said to destroy what was there
 * @param notes what else is known, a sentence each
 * @param terms what is said of its calls and results, by fields of a contract; whether they are sound is not known
 */
public record Seen(
        String name,
        Optional<Boolean> reads,
        Optional<Boolean> repeatable,
        boolean destroys,
        List<String> notes,
        ObjectNode terms) {
    public Seen {
        notes = List.copyOf(notes);
    }
}
