package dev.interlock.cli.doctor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FeatureMetadata;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.common.KafkaFuture;

/** Asks a cluster; every question ends. */
final class Cluster {
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final String TRANSACTIONS = "transaction.version";
    private static final int LEAST_TRANSACTIONS = 2;

    private final Admin admin;

    Cluster(Admin admin) {
        this.admin = admin;
    }

    Admin admin() {
        return admin;
    }

    /**
     * An answer of the cluster.
     *
     * @throws ExecutionException when it refuses
     */
    <T> T answer(KafkaFuture<T> asked) throws ExecutionException {
        try {
            return asked.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new ExecutionException("no answer within " + PATIENCE.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ExecutionException("interrupted", e);
        }
    }

    /** What could not be looked at, which proves nothing. */
    static Finding unseen(String check, ExecutionException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return Finding.warning(
                check,
                "could not be looked at: " + cause.getMessage(),
                "It proves nothing. Ask as somebody who may: ops/acls.md has what an auditor needs.");
    }

    /** Its brokers, and whether its transactions are of the kind the promises need. */
    List<Finding> brokers(int replication) {
        List<Finding> findings = new ArrayList<>();
        try {
            int brokers = answer(admin.describeCluster().nodes()).size();
            findings.add(
                    brokers >= replication
                            ? Finding.ok("brokers", brokers + " brokers, topics have " + replication + " copies")
                            : Finding.problem(
                                    "brokers",
                                    brokers + " brokers, fewer than the " + replication + " copies of a topic",
                                    "Add brokers, or lower topics.replication."));
            if (replication < 3) {
                findings.add(Finding.warning(
                        "copies",
                        replication + " copies of each topic",
                        "A broker's disk that is lost takes decisions with it. On a cluster, set"
                                + " topics.replication: 3."));
            }
        } catch (ExecutionException e) {
            findings.add(unseen("brokers", e));
        }
        findings.add(transactions());
        return findings;
    }

    private Finding transactions() {
        try {
            FeatureMetadata features = answer(admin.describeFeatures().featureMetadata());
            return transactions(features.finalizedFeatures());
        } catch (ExecutionException e) {
            return unseen("transactions", e);
        }
    }

    static Finding transactions(Map<String, FinalizedVersionRange> features) {
        FinalizedVersionRange range = features.get(TRANSACTIONS);
        int level = range == null ? 0 : range.maxVersionLevel();
        return level >= LEAST_TRANSACTIONS
                ? Finding.ok("transactions", TRANSACTIONS + " " + level)
                : Finding.problem(
                        "transactions",
                        TRANSACTIONS + " " + level + ", must be " + LEAST_TRANSACTIONS,
                        "A producer that was cut off could still write into the next one's transaction. Upgrade the"
                                + " brokers, then: kafka-features.sh upgrade --feature " + TRANSACTIONS + "="
                                + LEAST_TRANSACTIONS);
    }
}
