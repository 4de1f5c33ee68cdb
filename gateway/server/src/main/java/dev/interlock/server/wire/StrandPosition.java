package dev.interlock.server.wire;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.interlock.schemas.Strand;
import dev.interlock.schemas.StrandHead;

/**
 * Where a strand of the journal stands.
 *
 * @param number number of its latest head; 0 before the first
 * @param head hash of that head, in hex; 64 zeros before the first
 * @param entries how many entries it has; 0 before the first, and after a time in which none was signed
 * @param digest of those entries, in hex
 * @param signed how many of them that head covers
 */
public record StrandPosition(long number, String head, long entries, String digest, long signed) {
    /** A strand without entries. */
    public static final StrandPosition START = new StrandPosition(0, Strand.START, 0, Strand.START, 0);

    /** Behind one more entry. */
    public StrandPosition with(String entryHash) {
        return new StrandPosition(number, head, entries + 1, Strand.after(digest, entryHash), signed);
    }

    /** Behind its next head, which covers all entries. */
    public StrandPosition behind(StrandHead next) {
        return new StrandPosition(next.number(), next.hash(), entries, digest, entries);
    }

    /** Where it stands when entries are written that no head will cover: it begins anew, and its heads go on. */
    public StrandPosition interrupted() {
        return new StrandPosition(number, head, 0, Strand.START, 0);
    }

    /** Whether it has entries that no head covers. */
    @JsonIgnore
    public boolean isOpen() {
        return entries > signed;
    }

    /** The store's value. */
    public byte[] bytes() {
        return CoreJson.bytes(this);
    }

    /** Reads the store's value; {@link #START} where nothing is stored. */
    public static StrandPosition read(byte[] bytes) {
        return bytes == null ? START : CoreJson.read(bytes, StrandPosition.class);
    }
}
