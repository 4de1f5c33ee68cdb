package dev.interlock.audit.witness;

import dev.interlock.schemas.StrandHead;
import java.util.ArrayList;
import java.util.List;

/**
 * How much of a journal its signed heads cover.
 *
 * @param checked whether signatures were held against public keys
 * @param heads how many signed heads are there
 * @param entries how many entries they cover
 * @param before how many entries stand in front of the first head of their strand: they were written before the journal was
 *     signed, while it was not, or their heads were deleted with age
 * @param behind how many entries stand behind the last head of their strand: the next one will cover them
 * @param last the last head of each strand
 * @param snapshots how many snapshots of chains are there
 * @param cut how many chains are there without their beginning, and without a snapshot in its place: what their first entries
 *     rest on cannot be judged
 */
public record Covered(
        boolean checked,
        long heads,
        long entries,
        long before,
        long behind,
        List<StrandHead> last,
        long snapshots,
        long cut) {
    public Covered {
        last = List.copyOf(last);
    }

    /** Both together. */
    Covered and(Covered other) {
        List<StrandHead> both = new ArrayList<>(last);
        both.addAll(other.last);
        return new Covered(
                checked,
                heads + other.heads,
                entries + other.entries,
                before + other.before,
                behind + other.behind,
                both,
                snapshots + other.snapshots,
                cut + other.cut);
    }

    Covered with(long allSnapshots, long allCut) {
        return new Covered(checked, heads, entries, before, behind, last, allSnapshots, allCut);
    }

    /** When the latest of the last heads was written; 0 where there is none. Milliseconds since the epoch. */
    public long latestMs() {
        return last.stream().mapToLong(StrandHead::atMs).max().orElse(0);
    }
}
