package dev.interlock.chaos.matrix;

/**
 * What came of a cell.
 *
 * @param cell the cell
 * @param reached whether a process came to its point
 * @param found what was found at the end of all cells
 */
public record CellResult(Cell cell, boolean reached, Found found) {
    /** Whether it came out as the table says. */
    public boolean isOk() {
        return reached && cell.expected().allows(found);
    }

    @Override
    public String toString() {
        return cell + ": " + (reached ? "" : "NOT REACHED, ") + found
                + (cell.expected().allows(found) ? "" : ", expected " + cell.expected());
    }
}
