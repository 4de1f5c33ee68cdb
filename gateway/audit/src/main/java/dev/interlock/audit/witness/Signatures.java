package dev.interlock.audit.witness;

import dev.interlock.schemas.StrandHead;
import java.util.List;

/**
 * What the signed heads of a journal are held against, beside its entries.
 *
 * @param keys whose signatures count
 * @param noted heads that were seen there earlier, one for each strand; no more need be noted
 */
public record Signatures(PublicKeys keys, List<StrandHead> noted) {
    /** Nothing. */
    public static final Signatures NONE = new Signatures(PublicKeys.NONE, List.of());

    public Signatures {
        noted = List.copyOf(noted);
    }
}
