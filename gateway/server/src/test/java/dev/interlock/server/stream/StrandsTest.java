package dev.interlock.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Strand;
import dev.interlock.schemas.StrandHead;
import dev.interlock.server.wire.JournalSigner;
import dev.interlock.server.wire.Outgoing;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;

/** When a task writes signed heads, where, and what they cover. */
class StrandsTest {
    private static final Partitions PARTITIONS = new Partitions(4);
    private static final String ONE = "1".repeat(64);
    private static final String TWO = "2".repeat(64);

    private final KeyValueStore<Bytes, byte[]> store = org.apache.kafka.streams.state.Stores.inMemoryKeyValueStore(
                    "inputs")
            .get();
    private final KeyPair key = pair();

    @Test
    void firstEntryOfAStrand_hasAHeadDirectlyBehindIt_andTheNextHasNone() {
        Strands strands = signing();
        StrandHead first = head(strands.with(chainIn(2), ONE, 7).orElseThrow(), 2);
        assertThat(first)
                .returns(1L, StrandHead::number)
                .returns(1L, StrandHead::entries)
                .returns(Strand.after(Strand.START, ONE), StrandHead::digest)
                .returns(Strand.START, StrandHead::previous)
                .returns(List.of(0L, 0L, 1L, 0L), StrandHead::numbers)
                .returns(7L, StrandHead::atMs);
        assertThat(strands.with(chainIn(2), TWO, 8)).isEmpty();
    }

    @Test
    void headsCoverAllEntries_nameTheOneBefore_andAreWrittenOnlyWhereEntriesWere() throws Exception {
        Strands strands = signing();
        StrandHead first = head(strands.with(chainIn(1), ONE, 1).orElseThrow(), 1);
        strands.with(chainIn(3), ONE, 1);
        strands.with(chainIn(1), TWO, 2);
        // Another instance that takes the task over goes on from the store.
        List<Outgoing> heads = signing().heads(9);
        assertThat(heads).hasSize(1);
        StrandHead next = head(heads.getFirst(), 1);
        assertThat(next)
                .returns(2L, StrandHead::number)
                .returns(2L, StrandHead::entries)
                .returns(Strand.after(first.digest(), TWO), StrandHead::digest)
                .returns(first.hash(), StrandHead::previous)
                .returns(List.of(0L, 2L, 0L, 1L), StrandHead::numbers);
        Signature signature = Signature.getInstance("Ed25519");
        signature.initVerify(key.getPublic());
        signature.update(next.text().getBytes(StandardCharsets.UTF_8));
        assertThat(signature.verify(Base64.getDecoder().decode(next.signature())))
                .isTrue();
        assertThat(signing().heads(10)).isEmpty();
    }

    @Test
    void afterEntriesThatWereNotSigned_theStrandBeginsAnew_andItsHeadsGoOn() {
        StrandHead first = head(signing().with(chainIn(0), ONE, 1).orElseThrow(), 0);
        assertThat(strands(Optional.empty()).with(chainIn(0), TWO, 2)).isEmpty();
        assertThat(head(signing().with(chainIn(0), ONE, 3).orElseThrow(), 0))
                .returns(2L, StrandHead::number)
                .returns(1L, StrandHead::entries)
                .returns(first.hash(), StrandHead::previous);
    }

    @Test
    void withoutAKey_nothingIsKeptOrWritten() {
        assertThat(strands(Optional.empty()).with(chainIn(0), ONE, 1)).isEmpty();
        assertThat(store.approximateNumEntries()).isZero();
    }

    private Strands signing() {
        return strands(Optional.of(new JournalSigning(
                "journal", new JournalSigner("k", key.getPrivate()), Duration.ofSeconds(1), Duration.ofDays(1))));
    }

    private Strands strands(Optional<JournalSigning> signing) {
        return new Strands(
                store,
                new Strands.Owner("run", 3),
                new Surroundings(
                        () -> Instant.EPOCH,
                        PARTITIONS,
                        new Meters(new SimpleMeterRegistry(), InstantSource.system()),
                        1,
                        new Turns(),
                        Optional.empty(),
                        signing));
    }

    private static byte[] chainIn(int partition) {
        return PARTITIONS.keyOn(partition, "run:r").getBytes(StandardCharsets.UTF_8);
    }

    private static StrandHead head(Outgoing written, int partition) {
        StrandHead head =
                RecordCodec.of(StrandHead.class).decode(written.value()).record();
        assertThat(PARTITIONS.of(written.key())).isEqualTo(partition).isEqualTo(head.partition());
        assertThat(new String(written.key(), StandardCharsets.UTF_8)).startsWith("strand:run:3:");
        return head;
    }

    private static KeyPair pair() {
        try {
            return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
