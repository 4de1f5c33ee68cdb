package dev.interlock.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** Whether gateways are at work, and how far behind. */
final class Group {
    private static final String CHECK = "gateway";
    private static final long MUCH = 10_000;

    private final String applicationId;

    Group(String applicationId) {
        this.applicationId = applicationId;
    }

    List<Finding> of(Cluster cluster) {
        try {
            ConsumerGroupDescription group = cluster.answer(cluster.admin()
                    .describeConsumerGroups(List.of(applicationId))
                    .describedGroups()
                    .get(applicationId));
            List<Finding> findings = new ArrayList<>();
            findings.add(members(group.members().size(), group.groupState()));
            findings.add(behind(lag(cluster)));
            return findings;
        } catch (ExecutionException e) {
            return List.of(
                    e.getCause() instanceof GroupIdNotFoundException
                            ? members(0, GroupState.DEAD)
                            : Cluster.unseen(CHECK, e));
        }
    }

    private Finding members(int members, GroupState state) {
        if (members == 0) {
            return Finding.problem(
                    CHECK,
                    "no gateway is at work under " + applicationId,
                    "Nothing is decided, and no stop is obeyed. Start one with 'interlock gateway --config FILE'; or"
                            + " its stream.application_id is another: name its file with --config.");
        }
        return state == GroupState.STABLE
                ? Finding.ok(CHECK, members + " threads at work under " + applicationId)
                : Finding.warning(
                        CHECK,
                        members + " threads, the group is " + state,
                        "Partitions are being shared anew. If it stays so, threads come and go: see the gateways'"
                                + " logs.");
    }

    private static Finding behind(long records) {
        return records <= MUCH
                ? Finding.ok("lag", records + " records wait to be decided")
                : Finding.warning(
                        "lag",
                        records + " records wait to be decided",
                        "Proposals wait. A stop overtakes them; answers do not. More threads or instances help up to"
                                + " one thread for each partition.");
    }

    private long lag(Cluster cluster) throws ExecutionException {
        Map<TopicPartition, OffsetAndMetadata> taken = cluster.answer(cluster.admin()
                .listConsumerGroupOffsets(Map.of(applicationId, new ListConsumerGroupOffsetsSpec()))
                .partitionsToOffsetAndMetadata(applicationId));
        Map<TopicPartition, ListOffsetsResultInfo> ends = cluster.answer(cluster.admin()
                .listOffsets(taken.keySet().stream()
                        .collect(Collectors.toMap(Function.identity(), partition -> OffsetSpec.latest())))
                .all());
        return taken.entrySet().stream()
                .filter(entry -> entry.getValue() != null)
                .mapToLong(entry ->
                        ends.get(entry.getKey()).offset() - entry.getValue().offset())
                // The end of a transaction takes a place of its own, which nobody has to decide about.
                .map(behind -> Math.max(0, behind - 1))
                .sum();
    }
}
