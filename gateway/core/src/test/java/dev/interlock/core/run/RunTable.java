package dev.interlock.core.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The written table of what every event does to a run in every state. */
final class RunTable {
    private RunTable() {}

    /** Reads the table: a header line of states, then a line an event, cells separated by {@code |}. */
    static Map<String, Map<String, String>> read() {
        Map<String, Map<String, String>> rows = new LinkedHashMap<>();
        List<String> header = new ArrayList<>();
        for (String line : lines()) {
            List<String> cells =
                    Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
            if (header.isEmpty()) {
                header.addAll(cells);
                continue;
            }
            Map<String, String> row = new LinkedHashMap<>();
            for (int i = 1; i < cells.size(); i++) {
                if (!cells.get(i).isEmpty()) {
                    row.put(header.get(i), cells.get(i));
                }
            }
            rows.put(cells.get(0), row);
        }
        return rows;
    }

    private static List<String> lines() {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                RunTable.class.getResourceAsStream("/state-tables/run.txt"), StandardCharsets.UTF_8))) {
            return reader.lines()
                    .filter(l -> !l.isBlank() && !l.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
