package dev.interlock.policy.problem;

/**
 * Where something stands in a file.
 *
 * @param line from 1
 * @param column from 1, in characters
 */
public record Place(int line, int column) implements Comparable<Place> {
    /** The file's first character. */
    public static final Place START = new Place(1, 1);

    @Override
    public int compareTo(Place other) {
        return line == other.line ? Integer.compare(column, other.column) : Integer.compare(line, other.line);
    }
}
