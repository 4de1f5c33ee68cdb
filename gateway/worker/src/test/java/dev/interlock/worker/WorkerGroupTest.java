package dev.interlock.worker;

import static dev.interlock.worker.GatewayStandIn.read;
import static dev.interlock.worker.GatewayStandIn.write;
import static dev.interlock.worker.Patience.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who executes and answers a dispatch when partitions move and commits fail. */
class WorkerGroupTest {
    private final Connection connection = TestBroker.newTopics();
    private final String group = connection.topicPrefix() + "workers";
    private final GatewayStandIn gateway = new GatewayStandIn(connection);
    private final List<Worker> workers = new ArrayList<>();
    private final RecordingTool tool = RecordingTool.quick();

    @AfterEach
    void stop() {
        workers.forEach(Worker::close);
        gateway.close();
    }

    private Worker start(String id, RecordingTool tool, int queued) {
        Worker worker = Worker.builder(connection)
                .group(group)
                .id(id)
                .tool("tool", tool.writing())
                .concurrency(1)
                .queued(queued)
                .start();
        workers.add(worker);
        return worker;
    }

    private ConsumerHook startHooked(UnaryOperator<ConsumerHook> around) {
        return startHooked(tool.writing(), around);
    }

    private ConsumerHook startHooked(Tool hosted, UnaryOperator<ConsumerHook> around) {
        WorkerSettings settings = new WorkerSettings(
                connection,
                group,
                "worker-1",
                Map.of("tool", hosted),
                new Redaction(UnaryOperator.identity()),
                WorkerLimits.DEFAULT,
                TimeSource.system());
        ConsumerHook hook = around.apply(new ConsumerHook(settings));
        workers.add(Worker.start(settings, hook.consumer()));
        return hook;
    }

    @Test
    void workQueuedWhenItsPartitionMoves_isLeftToTheNewOwner() {
        RecordingTool gated = RecordingTool.gated();
        Worker first = start("first", gated, 1_000);
        gateway.publish(read("blocker", "tool"));
        eventually().until(() -> gated.executed().equals(List.of("blocker")));
        List<Dispatch> queued = twoInEachPartition();
        eventually().until(() -> first.status().queued() == queued.size());

        start("second", tool, 1_000);
        eventually().until(() -> tool.executed().size() == queued.size() / 2);
        gated.open();
        eventually().until(() -> gateway.all().size() == queued.size() + 1);

        List<String> executed = Stream.concat(gated.executed().stream(), tool.executed().stream())
                .toList();
        assertThat(executed).doesNotHaveDuplicates().hasSize(queued.size() + 1);
        assertThat(gateway.all()).extracting(Result::dispatchId).doesNotHaveDuplicates();
        assertThat(gateway.all())
                .filteredOn(result -> result.workerId().equals("second"))
                .extracting(Result::dispatchId)
                .containsExactlyInAnyOrderElementsOf(tool.executed());
        assertThat(first.status().dropped()).isPositive();
    }

    private List<Dispatch> twoInEachPartition() {
        List<Dispatch> dispatches = new ArrayList<>();
        for (int partition = 0; partition < TestBroker.PARTITIONS; partition++) {
            for (String name : List.of("a", "b")) {
                Dispatch read = read("read-" + partition + name, "tool");
                Dispatch write = write("write-" + partition + name, "tool", "op-" + partition + name, 1);
                gateway.publishTo(partition, read);
                gateway.publishTo(partition, write);
                dispatches.addAll(List.of(read, write));
            }
        }
        return dispatches;
    }

    @Test
    void tool_isNotCalledBeforeTheCommitIsAcknowledged() {
        CountDownLatch called = new CountDownLatch(1);
        AtomicBoolean acknowledged = new AtomicBoolean();
        CompletableFuture<Boolean> inOrder = new CompletableFuture<>();
        Tool noting = Tool.reading(context -> {
            inOrder.complete(acknowledged.get());
            called.countDown();
            return ToolOutput.ok(null);
        });
        // The wait gives a worker that calls too early the time to do so.
        startHooked(
                noting,
                hook -> hook.beforeFirstCommit(() -> TestBroker.get(() -> called.await(500, TimeUnit.MILLISECONDS)))
                        .afterFirstCommit(() -> acknowledged.set(true)));

        gateway.publish(read("d-1", "tool"));

        assertThat(inOrder.orTimeout(30, TimeUnit.SECONDS).join()).isTrue();
    }

    @Test
    void dispatchWhoseCommitWasRefused_isDropped_andExecutedOnceWhenItIsPolledAgain() {
        startHooked(hook -> hook.beforeFirstCommit(this::removeAllMembers));
        Dispatch dispatch = write("d-1", "tool", "op-1", 1);

        gateway.publish(dispatch);

        assertThat(gateway.result(dispatch).effect()).isEqualTo("committed");
        assertThat(tool.executed()).containsExactly("d-1");
        assertThat(workers.get(0).status().dropped()).isEqualTo(1);
        assertThat(gateway.all()).hasSize(1);
    }

    private void removeAllMembers() {
        TestBroker.get(() -> TestBroker.admin()
                .removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions())
                .all()
                .get(30, TimeUnit.SECONDS));
    }

    @Test
    void dispatchWhoseCommitIsInDoubt_isNeitherExecutedNorAnswered_andTheMembershipEnds() {
        ConsumerHook hook = startHooked(around -> around.afterFirstCommit(() -> {
            throw new TimeoutException("the answer to the commit was lost");
        }));
        Dispatch doubtful = write("d-1", "tool", "op-1", 1);
        Dispatch next = write("d-2", "tool", "op-2", 1);

        gateway.publish(doubtful);
        eventually().until(() -> workers.get(0).status().dropped() == 1);
        gateway.publish(next);

        assertThat(gateway.result(next).effect()).isEqualTo("committed");
        assertThat(tool.executed()).containsExactly("d-2");
        assertThat(gateway.all()).extracting(Result::dispatchId).containsExactly("d-2");
        assertThat(hook.asked()).containsSubsequence("commitSync", "unsubscribe", "subscribe", "commitSync");
    }

    @Test
    void moreThanItTakesIntoMemory_waitsOnTheTopic_andIsExecutedInOrder() {
        RecordingTool gated = RecordingTool.gated();
        Worker worker = start("worker-1", gated, 1);
        List<Dispatch> dispatches = IntStream.range(0, 250)
                .mapToObj(number -> read("d-" + number, "tool"))
                .toList();

        gateway.publish(dispatches.toArray(Dispatch[]::new));
        eventually().until(() -> worker.status().queued() > 0);
        assertThat(worker.status().queued()).isLessThanOrEqualTo(101);
        gated.open();

        gateway.result(dispatches.get(249));
        assertThat(gated.executed())
                .containsExactlyElementsOf(
                        dispatches.stream().map(Dispatch::dispatchId).toList());
    }

    @Test
    void worker_beginsWithTheOldestDispatchThatNobodyTook() {
        Dispatch before = write("d-1", "tool", "op-1", 1);
        gateway.publish(before);

        start("late", tool, 1_000);

        assertThat(gateway.result(before).effect()).isEqualTo("committed");
    }

    @Test
    void restartedWorker_doesNotExecuteAgainWhatWasExecuted() {
        Worker first = start("first", tool, 1_000);
        Dispatch before = write("d-1", "tool", "op-1", 1);
        gateway.publish(before);
        gateway.result(before);
        first.close();

        start("second", tool, 1_000);
        Dispatch after = write("d-2", "tool", "op-2", 1);
        gateway.publish(after);

        gateway.result(after);
        assertThat(tool.executed()).containsExactly("d-1", "d-2");
    }
}
