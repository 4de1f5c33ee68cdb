package dev.interlock.worker;

import static dev.interlock.worker.GatewayStandIn.read;
import static dev.interlock.worker.GatewayStandIn.withTimeout;
import static dev.interlock.worker.GatewayStandIn.write;
import static dev.interlock.worker.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.Result;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A call that never returns, and the end of a worker. */
class WorkerIsolationTest {
    private static final long LIMIT_MS = 600_000;

    private final Connection connection = TestBroker.newTopics();
    private final GatewayStandIn gateway = new GatewayStandIn(connection);
    private final RecordingTool deaf = RecordingTool.deaf();
    private final RecordingTool tool = RecordingTool.quick();
    private final List<Worker> workers = new ArrayList<>();
    private final AtomicLong skippedMs = new AtomicLong();

    @AfterEach
    void stop() {
        deaf.open();
        workers.forEach(Worker::close);
        gateway.close();
    }

    /** Publishes a dispatch of the deaf tool, and lets its time pass once it is being executed. */
    private void hang(Dispatch dispatch) {
        gateway.publish(withTimeout(dispatch, LIMIT_MS));
        eventually().until(() -> deaf.executed().contains(dispatch.dispatchId()));
        skippedMs.addAndGet(LIMIT_MS);
    }

    private Worker start(Tool deafTool, int abandoned) {
        Worker worker = Worker.builder(connection)
                .group("workers")
                .tool("deaf", deafTool)
                .tool("tool", tool.writing())
                .concurrency(1)
                .abandoned(abandoned)
                .fenceAge(Duration.ofDays(1))
                .time(new TimeSource(
                        Clock.systemUTC(), () -> System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(skippedMs.get())))
                .start();
        workers.add(worker);
        return worker;
    }

    @Test
    void readThatNeverReturns_isReported_andTheNextCallGetsItsSlot() {
        Worker worker = start(deaf.reading(), 16);
        Dispatch hanging = read("d-1", "deaf");
        Dispatch next = write("d-2", "tool", "op-1", 1);

        hang(hanging);
        gateway.publish(next);

        Result result = gateway.result(hanging);
        assertThat(result).extracting(Result::status, Result::effect).containsExactly("retryable", "none");
        assertThat(result.error())
                .extracting(error -> error.errorClass(), error -> error.code())
                .containsExactly("transient", "interlock.timeout");
        assertThat(gateway.result(next).effect()).isEqualTo("committed");
        assertThat(worker.status())
                .extracting(WorkerStatus::abandoned, WorkerStatus::timedOut)
                .containsExactly(1, 1L);
        assertThat(worker.status().isHealthy()).isTrue();
    }

    @Test
    void readThatReturnsLate_isNotAnsweredAgain() {
        Worker worker = start(deaf.reading(), 16);
        Dispatch hanging = read("d-1", "deaf");
        hang(hanging);
        gateway.result(hanging);

        deaf.open();
        eventually().until(() -> worker.status().lateReturns() == 1);
        worker.close();

        assertThat(gateway.all()).hasSize(1);
        assertThat(worker.status().abandoned()).isZero();
    }

    @Test
    void writeThatNeverReturns_isUnknown() {
        start(deaf.writing(), 16);
        Dispatch hanging = write("d-1", "deaf", "op-1", 1);

        hang(hanging);

        Result result = gateway.result(hanging);
        assertThat(result.effect()).isEqualTo("unknown");
        assertThat(result.error().code()).isEqualTo("interlock.timeout");
        assertThat(result.notExecuted()).isNull();
    }

    @Test
    void writeThatReturnsLate_withProofThatItHappened_sendsTheProof() {
        start(deaf.writing(), 16);
        Dispatch hanging = write("d-1", "deaf", "op-1", 1);
        hang(hanging);
        gateway.result(hanging);

        deaf.open();

        assertThat(gateway.results(hanging, 2)).extracting(Result::effect).containsExactly("unknown", "committed");
        assertThat(gateway.results(hanging, 2).get(1).evidence().revision()).isEqualTo(1L);
    }

    @Test
    void writeThatReturnsLate_withProofThatItDidNotHappen_sendsTheProof() {
        start(new Tool(deaf, (context, output) -> Verified.notCommitted(1)), 16);
        Dispatch hanging = write("d-1", "deaf", "op-1", 1);
        hang(hanging);
        gateway.result(hanging);

        deaf.open();

        assertThat(gateway.results(hanging, 2)).extracting(Result::effect).containsExactly("unknown", "not_committed");
        assertThat(gateway.results(hanging, 2)).extracting(Result::notExecuted).containsOnlyNulls();
    }

    @Test
    void writeThatReturnsLate_withoutProof_isNotAnsweredAgain() {
        Worker worker = start(new Tool(deaf, (context, output) -> Verified.unknown(1)), 16);
        Dispatch hanging = write("d-1", "deaf", "op-1", 1);
        hang(hanging);
        gateway.result(hanging);

        deaf.open();
        eventually().until(() -> worker.status().lateReturns() == 1);
        worker.close();

        assertThat(gateway.all()).extracting(Result::effect).containsExactly("unknown");
    }

    @Test
    void workerThatLostTooManyThreads_saysSo_leavesItsWorkToOthers_andComesBackWhenTheyReturn() {
        Worker first = start(deaf.reading(), 1);
        hang(read("d-1", "deaf"));
        eventually().until(() -> first.status().state() == WorkerStatus.State.EXHAUSTED);
        assertThat(first.status().isHealthy()).isFalse();
        eventually().until(() -> members() == 0);

        Dispatch forOthers = write("d-2", "tool", "op-1", 1);
        gateway.publish(forOthers);
        Worker second = start(deaf.reading(), 1);
        assertThat(gateway.result(forOthers).effect()).isEqualTo("committed");
        second.close();

        deaf.open();
        Dispatch again = write("d-3", "tool", "op-2", 1);
        gateway.publish(again);
        assertThat(gateway.result(again).effect()).isEqualTo("committed");
        assertThat(first.status().isHealthy()).isTrue();
    }

    private int members() {
        return TestBroker.get(() -> TestBroker.admin()
                .describeConsumerGroups(List.of("workers"))
                .all()
                .get(30, TimeUnit.SECONDS)
                .get("workers")
                .members()
                .size());
    }

    @Test
    void close_waitsForTheCallThatRuns_andSendsItsResult() {
        Worker worker = start(deaf.writing(), 16);
        Dispatch running = write("d-1", "deaf", "op-1", 1);
        gateway.publish(running);
        eventually().until(() -> deaf.executed().contains("d-1"));

        CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> worker.close(Duration.ofSeconds(30)));
        eventually().until(() -> worker.status().state() == WorkerStatus.State.CLOSED);
        deaf.open();
        closed.join();

        assertThat(gateway.all()).extracting(Result::effect).containsExactly("committed");
    }

    @Test
    void close_givesUpOnTheCallThatDoesNotReturn_andLeavesTheQueueToOthers() {
        Worker worker = start(deaf.writing(), 16);
        gateway.publish(write("d-1", "deaf", "op-1", 1));
        eventually().until(() -> deaf.executed().contains("d-1"));
        Dispatch queued = write("d-2", "tool", "op-2", 1);
        gateway.publish(queued);
        eventually().until(() -> worker.status().queued() == 1);

        worker.close(Duration.ofMillis(100));

        assertThat(gateway.all())
                .extracting(Result::dispatchId, Result::effect)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("d-1", "unknown"));
        start(deaf.writing(), 16);
        assertThat(gateway.result(queued).effect()).isEqualTo("committed");
    }
}
