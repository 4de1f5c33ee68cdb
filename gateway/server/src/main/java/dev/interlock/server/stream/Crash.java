package dev.interlock.server.stream;

/**
 * A crash on purpose, so that tests can show what survives one.
 *
 * @param node the processor, such as {@code decide-run}
 * @param when {@code before} or {@code after} it takes a record up
 * @param number which record it takes up, from 1
 * @param halt ends the JVM at once
 */
public record Crash(String node, String when, int number, Runnable halt) {
    /**
     * Reads {@code <node>:<when>:<number>}.
     *
     * @throws IllegalArgumentException when it is something else
     */
    public static Crash parse(String text, Runnable halt) {
        String[] parts = text.split(":");
        if (parts.length != 3 || !parts[1].matches("before|after") || !parts[2].matches("[1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException("crash point: must be <node>:before|after:<number>, was " + text);
        }
        return new Crash(parts[0], parts[1], Integer.parseInt(parts[2]), halt);
    }
}
