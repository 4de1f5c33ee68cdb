package dev.interlock.worker;

import static dev.interlock.worker.GatewayStandIn.cancel;
import static dev.interlock.worker.GatewayStandIn.read;
import static dev.interlock.worker.GatewayStandIn.withTimeout;
import static dev.interlock.worker.GatewayStandIn.write;
import static dev.interlock.worker.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.Result;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What keeps a dispatch from being executed, and what ends one that is. */
class WorkerFenceTest {
    private final Connection connection = TestBroker.newTopics();
    private final GatewayStandIn gateway = new GatewayStandIn(connection);
    private final RecordingTool blocking = RecordingTool.gated();
    private final RecordingTool tool = RecordingTool.quick();
    private Worker worker;

    @AfterEach
    void stop() {
        blocking.open();
        worker.close();
        gateway.close();
    }

    /** Its only slot is taken by a call that does not return. */
    private void startWithItsSlotTaken() {
        worker = Worker.builder(connection)
                .group("workers")
                .tool("blocking", blocking.reading())
                .tool("tool", tool.writing())
                .concurrency(1)
                .start();
        gateway.publish(read("blocker", "blocking"));
        eventually().until(() -> blocking.executed().contains("blocker"));
    }

    private void assertNotExecuted(Dispatch dispatch, String effect, String reason) {
        Result result = gateway.result(dispatch);
        assertThat(result)
                .extracting(Result::notExecuted, Result::effect, Result::status)
                .containsExactly(reason, effect, "retryable");
        assertThat(result.error().code()).isEqualTo("interlock.not_executed");
        assertThat(tool.executed()).doesNotContain(dispatch.dispatchId());
    }

    @Test
    void cancelledRead_isNotExecuted() {
        startWithItsSlotTaken();
        Dispatch dispatch = read("d-1", "tool");

        gateway.publish(dispatch, cancel(dispatch));

        assertNotExecuted(dispatch, "none", "cancelled");
    }

    @Test
    void cancelledWrite_isProvenNotCommitted_andTheNextOneIsExecuted() {
        startWithItsSlotTaken();
        Dispatch dispatch = write("d-1", "tool", "op-1", 1);
        Dispatch next = write("d-2", "tool", "op-2", 1);

        gateway.publish(dispatch, next, cancel(dispatch));

        assertNotExecuted(dispatch, "not_committed", "cancelled");
        blocking.open();
        assertThat(gateway.result(next).effect()).isEqualTo("committed");
    }

    @Test
    void writeOfAnOldEpoch_isNotExecuted_andTheNewOneIs() {
        startWithItsSlotTaken();
        Dispatch old = write("d-1", "tool", "op-1", 1);
        Dispatch current = write("d-2", "tool", "op-1", 2);

        gateway.publish(old, current);

        assertNotExecuted(old, "not_committed", "old_epoch");
        blocking.open();
        assertThat(gateway.result(current).effect()).isEqualTo("committed");
        assertThat(tool.executed()).containsExactly("d-2");
    }

    @Test
    void dispatchWhoseTimeIsOver_isNotExecuted() {
        startWithItsSlotTaken();
        Dispatch dispatch = withTimeout(write("d-1", "tool", "op-1", 1), 0);

        gateway.publish(dispatch);

        assertNotExecuted(dispatch, "not_committed", "no_time_left");
    }

    @Test
    void dispatchThatWaitedTooLong_isNotExecuted() {
        AtomicLong skippedMs = new AtomicLong();
        start(skippedMs, hook -> hook);
        gateway.publish(read("blocker", "blocking"));
        eventually().until(() -> blocking.executed().contains("blocker"));
        Dispatch dispatch = withTimeout(write("d-1", "tool", "op-1", 1), 1_800_000);
        gateway.publish(dispatch);
        eventually().until(() -> worker.status().queued() == 1);

        skippedMs.set(1_900_000);

        assertNotExecuted(dispatch, "not_committed", "no_time_left");
    }

    @Test
    void dispatchWhoseTopicWasNotReadLately_isNotExecuted_andTheNextOneIs() {
        AtomicLong skippedMs = new AtomicLong();
        start(skippedMs, hook -> hook.afterFirstCommit(() -> skippedMs.set(60_000)));
        Dispatch stale = write("d-1", "tool", "op-1", 1);
        Dispatch next = write("d-2", "tool", "op-2", 1);

        gateway.publish(stale);
        assertNotExecuted(stale, "not_committed", "fence_stale");

        gateway.publish(next);
        assertThat(gateway.result(next).effect()).isEqualTo("committed");
    }

    /** With one slot, and a monotonic clock that the test can move on. */
    private void start(AtomicLong skippedMs, UnaryOperator<ConsumerHook> around) {
        TimeSource time = new TimeSource(
                Clock.systemUTC(), () -> System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(skippedMs.get()));
        WorkerSettings settings = new WorkerSettings(
                connection,
                "workers",
                "worker-1",
                Map.of("blocking", blocking.reading(), "tool", tool.writing()),
                new Redaction(UnaryOperator.identity()),
                new WorkerLimits(1, 1_000, 16, Duration.ofSeconds(5), Duration.ofSeconds(10)),
                time);
        worker = Worker.start(settings, around.apply(new ConsumerHook(settings)).consumer());
    }

    @Test
    void cancellation_interruptsTheExecutorThatRuns() {
        CompletableFuture<Boolean> asked = new CompletableFuture<>();
        worker = Worker.builder(connection)
                .group("workers")
                .tool(
                        "tool",
                        new Tool(
                                context -> {
                                    context.cancellation().requested().thenRun(() -> asked.complete(true));
                                    return blocking.execute(context);
                                },
                                RecordingTool::committed))
                .start();
        Dispatch dispatch = write("d-1", "tool", "op-1", 1);
        gateway.publish(dispatch);
        eventually().until(() -> blocking.executed().contains("d-1"));

        gateway.publish(cancel(dispatch));

        Result result = gateway.result(dispatch);
        assertThat(result.notExecuted()).isNull();
        assertThat(result.effect()).isEqualTo("unknown");
        assertThat(result.error().message()).contains("InterruptedException");
        assertThat(asked.orTimeout(30, TimeUnit.SECONDS).join()).isTrue();
    }

    @Test
    void newEpoch_interruptsTheCallOfTheOldOne() {
        worker = Worker.builder(connection)
                .group("workers")
                .tool("blocking", blocking.writing())
                .tool("tool", tool.writing())
                .start();
        Dispatch old = write("d-1", "blocking", "op-1", 1);
        gateway.publish(old);
        eventually().until(() -> blocking.executed().contains("d-1"));

        gateway.publish(write("d-2", "tool", "op-1", 2));

        assertThat(gateway.result(old).error().message()).contains("InterruptedException");
    }

    @Test
    void cancellation_doesNotDisturbTheVerifier() {
        CompletableFuture<Void> verifying = new CompletableFuture<>();
        worker = Worker.builder(connection)
                .group("workers")
                .tool("tool", new Tool(tool, (context, output) -> {
                    verifying.complete(null);
                    context.cancellation().requested().toCompletableFuture().get(30, TimeUnit.SECONDS);
                    assertThat(Thread.currentThread().isInterrupted()).isFalse();
                    return Verified.committed(1, false, "receipt");
                }))
                .start();
        Dispatch dispatch = write("d-1", "tool", "op-1", 1);
        gateway.publish(dispatch);
        verifying.orTimeout(30, TimeUnit.SECONDS).join();

        gateway.publish(cancel(dispatch));

        assertThat(gateway.result(dispatch).effect()).isEqualTo("committed");
    }
}
