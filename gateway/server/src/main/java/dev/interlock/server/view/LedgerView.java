package dev.interlock.server.view;

import dev.interlock.schemas.Keys;
import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.LedgerPolicy;
import dev.interlock.schemas.LedgerStop;
import dev.interlock.schemas.Symbols.StopState;
import dev.interlock.server.config.GatewayConfig;
import dev.interlock.server.wire.TopicRecords;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The ledger: the latest state of operations, stop flags and policies. A view, not a lock: it can be a moment old. */
public final class LedgerView {
    private static final String STOPS = "stop:";
    private static final String PUBLICATIONS = "publication:";

    private final CommittedTopic topic;

    /** The ledger of the gateways with these topics; looking takes at most {@code patience}. */
    public LedgerView(GatewayConfig.Cluster cluster, GatewayConfig.TopicSettings topics, Duration patience) {
        this.topic = new CommittedTopic(cluster, topics.topics().ledger(), patience);
    }

    /**
     * The latest state of an operation; empty when it was never requested, or is forgotten.
     *
     * @throws ViewException when the topic cannot be read in time
     */
    public Optional<LedgerOperation> operation(String operationId) {
        return latest(Keys.ledgerOperation(operationId)).map(TopicRecords::operation);
    }

    /**
     * A policy that a run is or was held to.
     *
     * @throws ViewException when the topic cannot be read in time
     */
    public Optional<LedgerPolicy> policy(String hash) {
        return latest(Keys.ledgerPolicy(hash)).map(TopicRecords::policy);
    }

    /**
     * The policies whose hashes begin so, the latest last.
     *
     * @throws ViewException when the topic cannot be read in time
     */
    public List<LedgerPolicy> policies(String hash) {
        return policiesUnder(Keys.ledgerPolicy(hash));
    }

    /**
     * What was published for whom: for each pattern of agents the last. New runs are held to it; one that began earlier goes
     * on with the policy its journal entries and outcomes name.
     *
     * @throws ViewException when the topic cannot be read in time
     */
    public List<LedgerPolicy> publications() {
        return policiesUnder(PUBLICATIONS);
    }

    private List<LedgerPolicy> policiesUnder(String keys) {
        return read(Optional.empty()).entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(keys))
                .map(entry -> TopicRecords.policy(entry.getValue()))
                .toList();
    }

    /**
     * The stops in force.
     *
     * @throws ViewException when the topic cannot be read in time
     */
    public List<LedgerStop> stops() {
        return read(Optional.empty()).entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(STOPS))
                .map(entry -> TopicRecords.stop(entry.getValue()))
                .filter(stop -> StopState.STOPPED.equals(stop.state()))
                .toList();
    }

    private Optional<byte[]> latest(String key) {
        return Optional.ofNullable(read(Optional.of(key)).get(key));
    }

    /** The latest value of each key that was not removed. */
    private Map<String, byte[]> read(Optional<String> key) {
        Map<String, byte[]> latest = new LinkedHashMap<>();
        topic.read(key, record -> {
            String name = new String(record.key(), StandardCharsets.UTF_8);
            latest.remove(name);
            if (record.value() != null) {
                latest.put(name, record.value());
            }
        });
        return latest;
    }
}
