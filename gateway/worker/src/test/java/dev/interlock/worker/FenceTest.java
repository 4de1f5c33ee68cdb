package dev.interlock.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class FenceTest {
    private static final TopicPartition ID = new TopicPartition("operation-dispatches", 0);

    private final HandClock clock = new HandClock();
    private final TimeSource time = clock.source();
    private final OwnedPartition partition = new OwnedPartition(ID, true, time.start());
    private final Fence fence = new Fence(Duration.ofSeconds(5));

    private Delivery delivery(long timeoutMs) {
        return appended(clock.wallMs(), timeoutMs);
    }

    private Delivery appended(long atMs, long timeoutMs) {
        return new Delivery(
                GatewayStandIn.write("d-1", "tool", "op-1", 1), partition, 0, Countdown.since(atMs, timeoutMs, time));
    }

    @Test
    void deliveryThatNothingSpeaksAgainst_passes() {
        assertThat(fence.check(delivery(1))).isEmpty();
    }

    @Test
    void whatIsKnownAgainstIt_comesFirst() {
        Delivery delivery = delivery(0);
        delivery.refuse(Refusal.OLD_EPOCH);
        delivery.refuse(Refusal.CANCELLED);

        assertThat(fence.check(delivery)).contains(Refusal.OLD_EPOCH);
    }

    @Test
    void time_runsFromTheAppendTimeToThePoll() {
        Delivery delivery = appended(clock.wallMs() - 900, 1_000);

        assertThat(fence.check(delivery)).isEmpty();
        clock.monotonicPasses(99);
        assertThat(fence.check(delivery)).isEmpty();
        clock.monotonicPasses(1);
        assertThat(fence.check(delivery)).contains(Refusal.NO_TIME_LEFT);
    }

    @Test
    void time_isOver_whenTheMachineWasSuspendedAndTheMonotonicClockStoodStill() {
        Delivery delivery = delivery(1_000);

        clock.wallPasses(1_000);

        assertThat(fence.check(delivery)).contains(Refusal.NO_TIME_LEFT);
    }

    @Test
    void time_isOver_whenTheWallClockWasSetBackMeanwhile() {
        Delivery delivery = delivery(1_000);

        clock.monotonicPasses(1_000);
        clock.wallPasses(-500_000);

        assertThat(fence.check(delivery)).contains(Refusal.NO_TIME_LEFT);
    }

    @Test
    void time_isNotLonger_whenTheBrokersClockIsAhead() {
        Delivery delivery = appended(clock.wallMs() + 10_000, 1_000);

        clock.passes(1_000);

        assertThat(fence.check(delivery)).contains(Refusal.NO_TIME_LEFT);
    }

    @Test
    void partitionThatEnded_isLost() {
        Delivery delivery = delivery(1_000);

        partition.end();

        assertThat(fence.check(delivery)).contains(Refusal.PARTITION_LOST);
    }

    @Test
    void partitionNotReadForLonger_isStale_untilItIsReadAgain() {
        Delivery delivery = delivery(1_000_000);

        clock.passes(5_000);
        assertThat(fence.check(delivery)).isEmpty();
        clock.passes(1);
        assertThat(fence.check(delivery)).contains(Refusal.FENCE_STALE);
        partition.read(time.start());
        assertThat(fence.check(delivery)).isEmpty();
    }

    @Test
    void call_checksTheFenceRightBeforeTheExecutor() {
        RecordingTool tool = RecordingTool.quick();
        Delivery delivery = delivery(1_000);
        Reports reports = new Reports("worker-1", time.wall(), new Redaction(UnaryOperator.identity()));
        List<String> reported = new ArrayList<>();
        RunningCall call = new RunningCall(
                delivery, tool.writing(), fence, reports, (ended, result) -> reported.add(result.notExecuted()));

        partition.end();
        call.run();

        assertThat(reported).containsExactly("partition_lost");
        assertThat(tool.executed()).isEmpty();
    }
}
