package dev.interlock.schemas;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * Where a journal chain stood, with the state its entries had led to, signed: what comes behind is judged from here when the
 * entries before it are deleted.
 *
 * @param topic the journal it stands in, so that it proves nothing elsewhere
 * @param chain the chain
 * @param seq number of its newest entry
 * @param hash SHA-256 of that entry, in hex
 * @param state the state behind that entry, the bytes of which its state_hash is made, as text; null for the chain of a
 *     task, which has none
 * @param version version of the operation, as the ledger has it; null for a run and for a task
 * @param atMs when the input of that entry was taken up, by the clock of the gateway. Milliseconds since the epoch
 * @param writtenAtMs when this was written, by the same clock. Milliseconds since the epoch
 * @param keyId which key signed it
 * @param signature Ed25519 signature of {@link #text}, in Base64
 */
@RecordBuilder
public record ChainSnapshot(
        String topic,
        String chain,
        long seq,
        String hash,
        String state,
        Long version,
        long atMs,
        long writtenAtMs,
        String keyId,
        String signature)
        implements WireRecord, SignedRecord {
    private static final String FORM = "interlock chain snapshot 1";
    private static final String NONE = "-";

    /** Its form and every field but the signature, each on a line; of the chain and of the state the SHA-256. */
    @Override
    public String text() {
        return String.join(
                "\n",
                FORM,
                topic,
                Sha256.hex(chain),
                Long.toString(seq),
                hash,
                state == null ? NONE : Sha256.hex(state),
                version == null ? NONE : Long.toString(version),
                Long.toString(atMs),
                Long.toString(writtenAtMs),
                keyId,
                "");
    }
}
