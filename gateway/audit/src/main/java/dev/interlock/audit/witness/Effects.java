package dev.interlock.audit.witness;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What a receiver has seen.
 *
 * @param calls the dispatches that called under each name, in the order they came: an operation, or a call that only
 *     looks
 * @param refused how many dispatches came after the receiver had said that they were not there, and were not let in
 */
public record Effects(Map<String, List<String>> calls, int refused) {
    /** How the names of calls begin that only look. */
    public static final String LOOKS = "look:";

    /** How names begin that count the tries of one call, not its effects. */
    public static final String TRIES = "tries:";

    private static final String SEPARATOR = "\t";

    public Effects {
        calls = calls.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, call -> List.copyOf(call.getValue())));
    }

    /** The same as text: a line with what was refused, and one for each name. */
    public String text() {
        return calls.entrySet().stream()
                .map(call -> call.getKey() + SEPARATOR + String.join(SEPARATOR, call.getValue()))
                .collect(Collectors.joining("\n", refused + "\n", "\n"));
    }

    /** Reads what {@link #text} wrote. */
    public static Effects parse(String text) {
        List<String> lines = text.lines().toList();
        Map<String, List<String>> calls = new LinkedHashMap<>();
        lines.stream().skip(1).filter(line -> !line.isEmpty()).forEach(line -> {
            List<String> parts = Arrays.asList(line.split(SEPARATOR));
            calls.put(parts.getFirst(), parts.subList(1, parts.size()));
        });
        return new Effects(calls, Integer.parseInt(lines.getFirst()));
    }

    /** The dispatches that called under a name. */
    public List<String> of(String name) {
        return calls.getOrDefault(name, List.of());
    }

    /** The calls that were made more than once. */
    public Map<String, List<String>> doubled() {
        return doubled(name -> !name.startsWith(TRIES));
    }

    /** The writes whose effect happened more than once. */
    public Map<String, List<String>> doubledWrites() {
        return doubled(name -> !name.startsWith(TRIES) && !name.startsWith(LOOKS));
    }

    private Map<String, List<String>> doubled(Predicate<String> which) {
        Map<String, List<String>> found = new TreeMap<>(calls);
        found.entrySet().removeIf(call -> call.getValue().size() < 2 || !which.test(call.getKey()));
        return found;
    }
}
