package dev.interlock.audit.forgery;

import dev.interlock.audit.source.Raw;
import dev.interlock.audit.witness.PublicKeys;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.StrandHead;
import dev.interlock.schemas.Symbols.Stage;
import dev.interlock.server.wire.JournalSigner;
import dev.interlock.server.wire.StrandPosition;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Utils;

/** Signs a journal that was recorded unsigned, as the tasks of a gateway would have, with a head for each few entries. */
final class SignedJournal {
    private static final int EVERY = 12;

    private final String topic;
    private final int partitions;
    private final JournalSigner signer;
    private final Map<String, List<StrandPosition>> strands = new TreeMap<>();
    private final Map<String, Integer> entries = new TreeMap<>();
    private final List<Raw> written = new ArrayList<>();
    private final long[] ends;

    /** A key of one id. */
    record Key(String id, KeyPair pair) {
        static Key of(String id) {
            try {
                return new Key(id, KeyPairGenerator.getInstance("Ed25519").generateKeyPair());
            } catch (NoSuchAlgorithmException e) {
                throw new AssertionError(e);
            }
        }

        JournalSigner signer() {
            return new JournalSigner(id, pair.getPrivate());
        }

        PublicKeys and(PublicKeys others) {
            String pem = "-----BEGIN PUBLIC KEY-----\n"
                    + Base64.getMimeEncoder().encodeToString(pair.getPublic().getEncoded())
                    + "\n-----END PUBLIC KEY-----\n";
            return others.with(Optional.of(id), pem);
        }
    }

    private SignedJournal(String topic, int partitions, JournalSigner signer) {
        this.topic = topic;
        this.partitions = partitions;
        this.signer = signer;
        this.ends = new long[partitions];
    }

    /** All records with the journal signed by a key. */
    static List<Raw> of(List<Raw> all, Key key) {
        return of(all, key, entry -> true);
    }

    /**
     * The same where it was not signed all the time.
     *
     * @param signed whether an entry was written by a gateway that signs, by its number in the journal
     */
    static List<Raw> of(List<Raw> all, Key key, IntPredicate signed) {
        String topic = RecordedLife.TOPICS.journal();
        List<Raw> journal = journal(all, topic);
        SignedJournal made = new SignedJournal(
                topic,
                1 + all.stream().mapToInt(raw -> raw.at().partition()).max().orElseThrow(),
                key.signer());
        for (int i = 0; i < journal.size(); i++) {
            made.take(journal.get(i), signed.test(i));
        }
        List<Raw> result = new ArrayList<>(all);
        result.removeAll(journal);
        result.addAll(made.written);
        return result;
    }

    /** The journal in the order in which it was written. */
    static List<Raw> journal(List<Raw> all, String topic) {
        return all.stream()
                .filter(raw -> raw.at().topic().equals(topic))
                .sorted(Comparator.comparing(Raw::timestampMs)
                        .thenComparing(raw -> raw.at().partition())
                        .thenComparing(raw -> raw.at().offset()))
                .toList();
    }

    private void take(Raw raw, boolean signed) {
        int partition = raw.at().partition();
        written.add(raw.with(new Position(topic, partition, ends[partition]++), raw.value()));
        JournalEntry entry =
                RecordCodec.of(JournalEntry.class).decode(raw.value()).record();
        String task = task(entry.chain());
        List<StrandPosition> own = strands.computeIfAbsent(
                task,
                name -> new ArrayList<>(IntStream.range(0, partitions)
                        .mapToObj(i -> StrandPosition.START)
                        .toList()));
        if (!signed) {
            own.set(partition, own.get(partition).interrupted());
            return;
        }
        own.set(partition, own.get(partition).with(raw.digest()));
        if (own.get(partition).entries() == 1) {
            heads(raw, task, List.of(partition));
        }
        if (entries.merge(task, 1, Integer::sum) % EVERY == 0) {
            heads(raw, task, open(own));
        }
    }

    private List<Integer> open(List<StrandPosition> own) {
        return IntStream.range(0, partitions)
                .filter(i -> own.get(i).isOpen())
                .boxed()
                .toList();
    }

    private void heads(Raw like, String task, List<Integer> open) {
        List<StrandPosition> own = strands.get(task);
        List<Long> numbers = IntStream.range(0, partitions)
                .mapToObj(i -> own.get(i).number() + (open.contains(i) ? 1 : 0))
                .toList();
        for (int partition : open) {
            StrandPosition now = own.get(partition);
            String[] name = task.split(":");
            StrandHead head = signer.signed(new StrandHead(
                    topic,
                    name[0],
                    Integer.parseInt(name[1]),
                    partition,
                    now.number() + 1,
                    now.entries(),
                    now.digest(),
                    now.head(),
                    numbers,
                    like.timestampMs(),
                    "",
                    ""));
            own.set(partition, now.behind(head));
            written.add(new Raw(
                    new Position(topic, partition, ends[partition]++),
                    like.timestampMs(),
                    (Keys.strand(head.stage(), head.task()) + ":0").getBytes(StandardCharsets.UTF_8),
                    bytes(head),
                    List.of()));
        }
    }

    static byte[] bytes(StrandHead head) {
        return RecordCodec.of(StrandHead.class).encode(head, Format.JSON);
    }

    private String task(String chain) {
        String rest = chain.substring(chain.indexOf(':') + 1);
        if (chain.startsWith("part:")) {
            return rest;
        }
        String stage = chain.startsWith("run:") ? Stage.RUN : Stage.OPERATION;
        return stage + ":" + Utils.toPositive(Utils.murmur2(rest.getBytes(StandardCharsets.UTF_8))) % partitions;
    }
}
