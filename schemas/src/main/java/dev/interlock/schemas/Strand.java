package dev.interlock.schemas;

/**
 * A strand of the journal: the entries that one task wrote to one of its partitions. The hashes of a chain link the entries
 * of one run or operation, and say nothing of a chain that is gone, or of its end; a strand has the entries of many.
 */
public final class Strand {
    /** The digest of no entries. */
    public static final String START = "0".repeat(64);

    private Strand() {}

    /**
     * The digest of a strand behind its next entry.
     *
     * @param digest that before it, in hex
     * @param hash SHA-256 of the entry's value, in hex
     * @return SHA-256 of both, one behind the other, in hex
     */
    public static String after(String digest, String hash) {
        return Sha256.hex(digest + hash);
    }
}
