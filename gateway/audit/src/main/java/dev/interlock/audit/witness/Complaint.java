package dev.interlock.audit.witness;

import dev.interlock.schemas.Position;

/**
 * A promise that a recording does not keep.
 *
 * @param fault what is wrong
 * @param at the record that shows it; null where it is shown by what a receiver saw
 * @param detail more about it; long values are cut short when it is shown
 */
public record Complaint(Fault fault, Position at, String detail) {
    private static final int LONGEST = 600;

    /** Where that record stands, as {@code topic-partition@offset}; empty where there is none. */
    public String coordinates() {
        return at == null ? "" : at.topic() + "-" + at.partition() + "@" + at.offset();
    }

    /** What there is to be said, cut short. */
    public String excerpt() {
        return detail.length() <= LONGEST ? detail : detail.substring(0, LONGEST) + "...";
    }

    @Override
    public String toString() {
        return fault + ": " + coordinates() + " " + excerpt();
    }
}
