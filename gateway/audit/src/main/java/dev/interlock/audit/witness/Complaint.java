package dev.interlock.audit.witness;

/**
 * A promise that a recording does not keep.
 *
 * @param fault what is wrong
 * @param detail where; long values are cut short when it is shown
 */
public record Complaint(Fault fault, String detail) {
    private static final int LONGEST = 600;

    @Override
    public String toString() {
        return fault + ": " + (detail.length() <= LONGEST ? detail : detail.substring(0, LONGEST) + "...");
    }
}
