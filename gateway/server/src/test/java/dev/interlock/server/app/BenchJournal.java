package dev.interlock.server.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.interlock.policy.contract.PolicyDocument;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.LedgerPolicy;
import dev.interlock.schemas.Position;
import dev.interlock.server.config.Ruling;
import dev.interlock.server.replay.Golden;
import dev.interlock.server.replay.Recorded;
import dev.interlock.server.replay.Replay;
import dev.interlock.server.replay.Replayed;
import dev.interlock.server.wire.JournalWriter;
import dev.interlock.server.wire.LedgerWriter;
import dev.interlock.server.wire.TopicRecords;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Whatever a test let its gateway decide is decided again from the journal when the gateway has stopped. */
final class BenchJournal {
    private static final String POLICIES = Keys.ledgerPolicy("");
    /** Larger journals say the same more often. */
    private static final int MOST_GOLDEN = 1000;

    private final Bench bench;
    private final Map<String, byte[]> policies = new HashMap<>();
    private final List<ConsumerRecord<String, byte[]>> entries;

    BenchJournal(Bench bench) {
        this.bench = bench;
        // A run that never began is denied under one that no ledger names.
        bench.config().policies().all().forEach(ruling -> policies.put(ruling.hash(), configured(ruling)));
        bench.read(bench.topics().ledger()).stream()
                .filter(record -> record.key().startsWith(POLICIES))
                .forEach(record -> policies.put(record.key().substring(POLICIES.length()), record.value()));
        this.entries = bench.read(bench.topics().journal()).stream()
                .filter(record -> Keys.isChain(record.key()))
                .toList();
    }

    private static byte[] configured(Ruling ruling) {
        return LedgerWriter.policy(ruling.document(), "configuration", 0).value();
    }

    /** Fails with the first entry that is decided otherwise. */
    void check() {
        Replay replay = new Replay(this::policy);
        for (ConsumerRecord<String, byte[]> record : entries) {
            Replayed replayed = replay.take(
                    Recorded.read(record.value(), new Position(record.topic(), record.partition(), record.offset())));
            replayed.difference().ifPresent(difference -> {
                throw new AssertionError(replayed.recorded().name() + " is decided otherwise: " + difference);
            });
            if (replayed instanceof Replayed.Missing missing) {
                throw new AssertionError(replayed.recorded().name() + ": " + missing.why());
            }
            tellsBudgets(replayed);
        }
    }

    /** From the first entry that does, a replay wants each of a chain to. */
    private static void tellsBudgets(Replayed replayed) {
        boolean tells = !replayed.recorded().entry().budgets().isEmpty();
        if (replayed instanceof Replayed.OfRun run
                && !tells
                && !run.decision().moved().isEmpty()) {
            throw new AssertionError(replayed.recorded().name() + " does not tell where its budgets stand");
        }
    }

    /** Keeps it as a file of the tests, for later versions to be held against. */
    void keep(String name) {
        if (entries.size() <= MOST_GOLDEN) {
            Golden.write(
                    JournalWriter.CORE_VERSION,
                    name,
                    new ArrayList<>(policies.values()),
                    entries.stream().map(ConsumerRecord::value).toList());
        }
    }

    private Optional<PolicyDocument> policy(String hash) {
        return Optional.ofNullable(policies.get(hash)).map(TopicRecords::policy).map(BenchJournal::document);
    }

    private static PolicyDocument document(LedgerPolicy kept) {
        try {
            return PolicyDocument.kept(kept.policy());
        } catch (JsonProcessingException e) {
            throw new AssertionError("The ledger has a policy that cannot be read: " + kept.policyHash(), e);
        }
    }
}
