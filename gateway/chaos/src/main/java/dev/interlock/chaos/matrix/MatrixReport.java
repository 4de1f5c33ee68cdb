package dev.interlock.chaos.matrix;

import dev.interlock.audit.witness.Verdict;
import java.util.List;

/**
 * What came of all cells that were tried.
 *
 * @param results each of them
 * @param verdict what the judge found on the topics of all together
 */
public record MatrixReport(List<CellResult> results, Verdict verdict) {
    public MatrixReport {
        results = List.copyOf(results);
    }

    /** Whether each came out as the table says, and every promise was kept. */
    public boolean isOk() {
        return verdict.isClean() && results.stream().allMatch(CellResult::isOk);
    }
}
