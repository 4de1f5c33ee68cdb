package dev.interlock.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.Dispatch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AssignmentTest {
    private static final TopicPartition A = new TopicPartition("dispatches", 0);
    private static final TopicPartition B = new TopicPartition("dispatches", 1);

    private final HandClock clock = new HandClock();
    private final TimeSource time = clock.source();
    private final Fence fence = new Fence(Duration.ofHours(1));
    private final Assignment assignment = new Assignment(topic -> false, time, new Tally());

    @BeforeEach
    void begin() {
        assignment.begin(List.of(A, B));
    }

    private void polled(TopicPartition id, long offset, long timeoutMs) {
        OwnedPartition partition = assignment.find(id).orElseThrow();
        Dispatch dispatch = GatewayStandIn.read(id.partition() + "-" + offset, "tool");
        partition.polledTo(offset + 1);
        partition.add(new Delivery(dispatch, partition, offset, Countdown.since(clock.wallMs(), timeoutMs, time)));
        clock.passes(1);
    }

    private List<String> taken(int slots) {
        return assignment.take(slots, fence).stream()
                .map(delivery -> delivery.dispatch().dispatchId())
                .toList();
    }

    @Test
    void take_servesPartitionsInTurns_eachInItsOrder() {
        polled(A, 10, 1_000);
        polled(A, 11, 1_000);
        polled(A, 12, 1_000);
        polled(B, 5, 1_000);

        assertThat(taken(3)).containsExactly("0-10", "1-5", "0-11");
        assertThat(taken(3)).containsExactly("0-12");
    }

    @Test
    void take_needsNoSlotForWhatTheFenceRefuses_butKeepsTheOrder() {
        polled(A, 10, 1);
        polled(A, 11, 1_000);
        polled(A, 12, 1);

        assertThat(taken(0)).containsExactly("0-10");
        assertThat(taken(1)).containsExactly("0-11", "0-12");
    }

    @Test
    void offsetsToCommit_areThoseOfTheFirstThatIsNotTaken() {
        polled(A, 10, 1_000);
        polled(A, 11, 1_000);
        polled(B, 5, 1_000);
        taken(2);

        assertThat(assignment.toCommit()).isEqualTo(Map.of(A, 11L, B, 6L));
    }

    @Test
    void offsetsToCommit_areNotRepeated() {
        polled(A, 10, 1_000);
        taken(1);
        assignment.committed(assignment.toCommit());

        assertThat(assignment.toCommit()).isEmpty();
    }

    @Test
    void recordsThatAskForNothing_areCommittedToo() {
        assignment.find(A).orElseThrow().polledTo(8);

        assertThat(assignment.toCommit()).isEqualTo(Map.of(A, 8L));
    }

    @Test
    void partitionThatEnds_losesWhatWasQueued_andStartsEmptyWhenItIsAssignedAgain() {
        polled(A, 10, 1_000);
        OwnedPartition before = assignment.find(A).orElseThrow();

        assignment.end(List.of(A));
        assignment.begin(List.of(A));

        assertThat(before.hasEnded()).isTrue();
        assertThat(assignment.find(A).orElseThrow()).isNotSameAs(before);
        assertThat(taken(1)).isEmpty();
        assertThat(assignment.toCommit()).isEmpty();
    }
}
