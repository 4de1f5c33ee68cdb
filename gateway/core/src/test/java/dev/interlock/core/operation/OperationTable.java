package dev.interlock.core.operation;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The written state × event table.
 *
 * @param moves what a move is, by its name
 * @param states the states, in the order of the columns
 * @param cells the name of the move, by event and state
 */
record OperationTable(Map<String, Move> moves, List<String> states, Map<String, Map<String, String>> cells) {
    private static final String FILE = "operation-table.md";

    /** What is decided, where it leads and what is written, each in words. */
    record Move(String verdict, String reason, String after, String written) {}

    static OperationTable read() {
        Map<String, List<List<String>>> sections = sections();
        Map<String, Move> moves = new LinkedHashMap<>();
        for (List<String> row : body(sections, "Moves")) {
            if (moves.put(row.get(0), new Move(row.get(1), row.get(2), row.get(3), row.get(4))) != null) {
                throw new IllegalStateException("move " + row.get(0) + " is written twice");
            }
        }
        List<String> head = sections.get("Table").get(0);
        Map<String, Map<String, String>> cells = new LinkedHashMap<>();
        for (List<String> row : body(sections, "Table")) {
            Map<String, String> line = new LinkedHashMap<>();
            for (int i = 1; i < head.size(); i++) {
                line.put(head.get(i), row.get(i));
            }
            if (cells.put(row.get(0), line) != null) {
                throw new IllegalStateException("event " + row.get(0) + " is written twice");
            }
        }
        return new OperationTable(moves, head.subList(1, head.size()), cells);
    }

    private static List<List<String>> body(Map<String, List<List<String>>> sections, String name) {
        List<List<String>> rows = sections.get(name);
        return rows.subList(2, rows.size());
    }

    private static Map<String, List<List<String>>> sections() {
        Map<String, List<List<String>>> sections = new LinkedHashMap<>();
        List<List<String>> rows = new ArrayList<>();
        for (String line : text().lines().toList()) {
            if (line.startsWith("## ")) {
                rows = new ArrayList<>();
                sections.put(line.substring(3), rows);
            } else if (line.startsWith("|")) {
                rows.add(row(line, rows.isEmpty() ? -1 : rows.get(0).size()));
            }
        }
        return sections;
    }

    private static List<String> row(String line, int columns) {
        List<String> cells = new ArrayList<>();
        for (String cell : line.substring(1, line.lastIndexOf('|')).split("\\|", -1)) {
            cells.add(cell.strip());
        }
        if (cells.contains("") || (columns >= 0 && cells.size() != columns)) {
            throw new IllegalStateException(FILE + ": a cell is blank or missing: " + line);
        }
        return cells;
    }

    private static String text() {
        try (InputStream in = OperationTable.class.getResourceAsStream(FILE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(FILE + " cannot be read", e);
        }
    }
}
