package dev.interlock.schemas;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The signed head of a strand: of the entries that one task wrote to one partition of the journal, in their order.
 *
 * @param topic the journal it stands in, so that it proves nothing elsewhere
 * @param stage stage of the task
 * @param task partition whose runs or operations the task decides
 * @param partition partition of the journal the strand is in
 * @param number number of the head in its strand, from 1
 * @param entries how many entries it covers; 1 where the strand begins, or begins anew: then it stands directly behind
 *     that entry
 * @param digest of those entries, as {@link Strand#after} makes it, in hex
 * @param previous {@link #hash} of the head before; 64 zeros for the first
 * @param numbers the number of the latest head of the task in each partition of the journal, this one included; 0 where it
 *     has none
 * @param atMs when it was written, by the clock of the gateway. Milliseconds since the epoch
 * @param keyId which key signed it
 * @param signature Ed25519 signature of {@link #text}, in Base64
 */
@RecordBuilder
public record StrandHead(
        String topic,
        String stage,
        int task,
        int partition,
        long number,
        long entries,
        String digest,
        String previous,
        List<Long> numbers,
        long atMs,
        String keyId,
        String signature)
        implements WireRecord, SignedRecord {
    private static final String FORM = "interlock strand head 1";

    public StrandHead {
        numbers = numbers == null ? List.of() : List.copyOf(numbers);
    }

    /** What is signed: its form and every field but the signature, each on a line, as UTF-8. */
    @Override
    public String text() {
        return FORM
                + '\n'
                + topic
                + '\n'
                + stage
                + '\n'
                + task
                + '\n'
                + partition
                + '\n'
                + number
                + '\n'
                + entries
                + '\n'
                + digest
                + '\n'
                + previous
                + '\n'
                + numbers.stream().map(String::valueOf).collect(Collectors.joining(","))
                + '\n'
                + atMs
                + '\n'
                + keyId
                + '\n';
    }

    /** SHA-256 of {@link #text} in hex, by which the next head names this one. */
    public String hash() {
        return Sha256.hex(text());
    }
}
