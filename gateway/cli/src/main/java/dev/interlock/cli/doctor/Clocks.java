package dev.interlock.cli.doctor;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * Whether this machine's clock is behind the brokers': a record of a topic that brokers date cannot have been appended later
 * than now. That it is ahead cannot be seen this way.
 */
final class Clocks {
    private static final String CHECK = "clocks";
    private static final long MOST_MS = 1_000;

    private final List<String> datedByBrokers;
    private final int partitions;

    Clocks(List<String> datedByBrokers, int partitions) {
        this.datedByBrokers = datedByBrokers;
        this.partitions = partitions;
    }

    Finding of(Cluster cluster) {
        Map<TopicPartition, OffsetSpec> newest = datedByBrokers.stream()
                .flatMap(topic -> IntStream.range(0, partitions).mapToObj(number -> new TopicPartition(topic, number)))
                .collect(Collectors.toMap(Function.identity(), partition -> OffsetSpec.maxTimestamp()));
        try {
            Map<TopicPartition, ListOffsetsResultInfo> found =
                    cluster.answer(cluster.admin().listOffsets(newest).all());
            long newestMs = found.values().stream()
                    .mapToLong(ListOffsetsResultInfo::timestamp)
                    .max()
                    .orElse(-1);
            return of(newestMs, System.currentTimeMillis());
        } catch (ExecutionException e) {
            return Cluster.unseen(CHECK, e);
        }
    }

    static Finding of(long newestMs, long nowMs) {
        if (newestMs < 0) {
            return Finding.warning(
                    CHECK, "no record was dated yet", "It can be told once a gateway has decided something.");
        }
        long ahead = newestMs - nowMs;
        return ahead <= MOST_MS
                ? Finding.ok(CHECK, "no broker is ahead of this machine")
                : Finding.problem(
                        CHECK,
                        "a broker is " + ahead + " ms ahead of this machine",
                        "Deadlines, horizons and what an operator observed count by these clocks. Let all machines take"
                                + " the time from one source (NTP).");
    }
}
