package dev.interlock.proof.restart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.audit.witness.Recording;
import dev.interlock.chaos.cluster.Cluster;
import dev.interlock.chaos.cluster.Machine;
import dev.interlock.chaos.cluster.Receiver;
import dev.interlock.chaos.cluster.Settings;
import dev.interlock.proof.Brokers;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Result;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * A worker stands still until its time is over, with work queued and work that it has not seen. What becomes of one that
 * dies, or stands still at any other point, is in the table of {@link CrashPointsIT}.
 */
class WorkerLostIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(4);
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Map<String, Integer> ARGS = Map.of("revision", 1);

    @Test
    void frozenWorker_executesNothingAfterItsTime() throws Exception {
        try (Cluster cluster = Cluster.on(Brokers.shared(), "frozen", Settings.impatient(TIMEOUT))) {
            cluster.gateway("gateway").awaitReady();
            Machine worker = cluster.worker("worker", 1).awaitReady();
            cluster.awaitWorkers(1);
            AgentClient client = cluster.agent();
            String blocker = Receiver.LOOKS + "blocker.p1";
            cluster.receiver().hold(blocker);
            client.proposeAsync(
                    AgentRun.of("blocker", "agent")
                            .read("look", ARGS)
                            .proposalId("p1")
                            .build(),
                    PATIENCE);
            Awaitility.await("the only thread of the worker is busy")
                    .atMost(PATIENCE)
                    .until(() -> cluster.receiver().isHolding(blocker));

            CompletableFuture<Outcome> queued = write(client, "queued");
            Awaitility.await("a write is queued behind it")
                    .atMost(PATIENCE)
                    .until(() -> isDispatched(cluster.record(), "queued"));
            worker.freeze();
            CompletableFuture<Outcome> missed = write(client, "missed");
            assertThat(List.of(queued.join().reason(), missed.join().reason()))
                    .containsExactly("unknown_commit", "unknown_commit");
            cluster.receiver().release(blocker);
            worker.thaw();

            Awaitility.await("the fence refuses both")
                    .atMost(PATIENCE)
                    .until(() -> cluster.record().operationResults().stream()
                                    .map(Result::notExecuted)
                                    .filter(reason -> reason != null)
                                    .count()
                            == 2);
            Recording recording = cluster.awaitSound();
            assertThat(cluster.receiver().calls("queued")).isEmpty();
            assertThat(cluster.receiver().calls("missed")).isEmpty();
            assertThat(recording.executes().stream()
                            .map(seen -> seen.record().operationId())
                            .filter(id -> id != null))
                    .containsExactlyInAnyOrder("queued", "missed");
        }
    }

    private static CompletableFuture<Outcome> write(AgentClient client, String operation) {
        return client.proposeAsync(
                AgentRun.of("run-" + operation, "agent")
                        .write("pay", operation, ARGS)
                        .build(),
                PATIENCE);
    }

    private static boolean isDispatched(Recording recording, String operation) {
        return recording.executes().stream()
                .map(seen -> seen.record())
                .map(Dispatch::operationId)
                .anyMatch(operation::equals);
    }
}
