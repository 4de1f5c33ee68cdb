package dev.interlock.proof.restart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.chaos.matrix.Cell;
import dev.interlock.chaos.matrix.Matrix;
import dev.interlock.chaos.matrix.MatrixReport;
import dev.interlock.chaos.matrix.Table;
import dev.interlock.proof.Brokers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Some cells of the table of crash points, each with a real process that dies or stands still at its point: the most telling
 * ones, and one by chance. {@code ./interlock chaos --matrix} plays all.
 */
class CrashPointsIT {
    private static final List<String> TELLING = List.of(
            "write request/sent kill",
            "write operation-result/committing kill",
            "stopped control/sent kill",
            "write call/done kill",
            "asked call/begun kill");
    private static final int BY_CHANCE = Integer.getInteger("interlock.cells", 1);

    private final Seed seed = Seed.of(CrashPointsIT.class);

    @Test
    void whatIsFoundAtTheEnd_isWhatTheTableSays() {
        List<Cell> cells = cells();
        try (Matrix matrix = Matrix.on(Brokers.shared(), line -> System.out.println("[proof] " + line))) {
            MatrixReport report = matrix.play(cells);
            assertThat(report.results())
                    .allSatisfy(result ->
                            assertThat(result.isOk()).as(result.toString()).isTrue());
            assertThat(report.verdict().findings()).isEmpty();
        }
    }

    private List<Cell> cells() {
        List<Cell> all = Table.cells();
        List<Cell> telling = TELLING.stream()
                .map(name -> all.stream()
                        .filter(cell -> cell.toString().endsWith(" " + name))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError("No cell is called " + name)))
                .toList();
        List<Cell> others = new ArrayList<>(all);
        others.removeAll(telling);
        Collections.shuffle(others, seed.random());
        return Stream.concat(telling.stream(), others.stream().limit(BY_CHANCE)).toList();
    }
}
