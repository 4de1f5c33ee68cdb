package dev.interlock.chaos.matrix;

import dev.interlock.chaos.crash.Action;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The table of crash points, a file that people read as well. */
public final class Table {
    private static final String FILE = "crash-points.md";
    private static final String EMPTY = "-";
    private static final List<Action> COLUMNS = List.of(Action.KILL, Action.FREEZE, Action.BROKER);

    private Table() {}

    /** Its cells, row by row. */
    public static List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        text().lines()
                .filter(line -> line.startsWith("| "))
                .map(line ->
                        Stream.of(line.split("\\|")).skip(1).map(String::strip).toList())
                .filter(columns -> !columns.getFirst().equals("subject"))
                .forEach(columns -> add(columns, cells));
        return List.copyOf(cells);
    }

    private static void add(List<String> columns, List<Cell> cells) {
        for (int i = 0; i < COLUMNS.size(); i++) {
            String expected = columns.get(2 + i);
            if (!expected.equals(EMPTY)) {
                cells.add(new Cell(
                        cells.size() + 1,
                        Subject.of(columns.get(0)),
                        columns.get(1),
                        COLUMNS.get(i),
                        Expectation.of(expected)));
            }
        }
    }

    private static String text() {
        try (InputStream file = Objects.requireNonNull(Table.class.getResourceAsStream(FILE), FILE)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
