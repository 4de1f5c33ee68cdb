package dev.interlock.proof.restart;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.interlock.audit.witness.Seen;
import dev.interlock.chaos.cluster.Cluster;
import dev.interlock.chaos.cluster.Machine;
import dev.interlock.chaos.cluster.Settings;
import dev.interlock.proof.Brokers;
import dev.interlock.schemas.Containment;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Symbols.ContainmentPart;
import dev.interlock.schemas.Symbols.RuntimeState;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gateway dies while it waits for what an agent's runtime answers. */
class RuntimeAskedAgainIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final byte[] STOPPED = "{\"state\":\"stopped\"}".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path directory;

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final CountDownLatch ending = new CountDownLatch(1);

    /**
     * Later the same stop reaches another run: what was read before its request is done with by then. What a runtime
     * answered is the only record on the outcomes that no journal entry names.
     */
    @Test
    void aGatewayThatDiesInTheMiddleOfARequest_makesItAgainUnderTheSameId_andRecordsOneAnswer() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        HttpServer runtime = runtime(threads);
        try (Cluster cluster = Cluster.on(Brokers.shared(), "asked-again", settings(runtime))) {
            Machine gateway = cluster.gateway("gateway").awaitReady();
            AgentClient client = cluster.agent();
            AgentRun open = client.run("open", "planner");
            client.proposeAsync(open.read("look", Map.of()).build(), PATIENCE);
            awaitBegun(cluster, "open");
            stop(cluster);
            await("the first request", () -> asked.size() == 1);
            awaitCommitBehind(cluster, client);
            gateway.kill();
            assertThat(answers(cluster)).isEmpty();
            gateway.restart();

            await("an answer", () -> answers(cluster).size() == 1);
            AgentRun later = client.run("later", "planner");
            client.propose(later.read("look", Map.of()).build(), PATIENCE);
            await("an answer to the later one", () -> answers(cluster).size() > 1);
            List<Containment> answers = answers(cluster);
            assertThat(answers).extracting(Containment::runId).containsExactly("open", "later");
            assertThat(answers)
                    .allSatisfy(answer -> assertThat(answer.runtime().state()).isEqualTo(RuntimeState.CONFIRMED));
            String first = answers.getFirst().runtime().requestId();
            assertThat(asked)
                    .containsExactly(first, first, answers.getLast().runtime().requestId());
        } finally {
            ending.countDown();
            runtime.stop(0);
            threads.shutdownNow();
        }
    }

    /** It never answers the first request it gets, and all others at once. */
    private HttpServer runtime(ExecutorService threads) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::take);
        server.start();
        return server;
    }

    private void take(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        asked.add(exchange.getRequestHeaders().getFirst("webhook-id"));
        if (asked.size() == 1) {
            waitForTheEnd();
        }
        exchange.sendResponseHeaders(200, STOPPED.length);
        exchange.getResponseBody().write(STOPPED);
        exchange.close();
    }

    private void waitForTheEnd() {
        try {
            ending.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Settings settings(HttpServer runtime) throws IOException {
        Settings timeless = Settings.timeless();
        Path secret = Files.writeString(
                directory.resolve("secret"), "whsec_" + Base64.getEncoder().encodeToString(new byte[32]));
        return timeless.withPolicies(
                timeless.policies() + """

                    runtimes:
                      - name: planners
                        agents: [planner]
                        url: 'http://127.0.0.1:%d/stop'
                        allow_http_on_loopback: true
                        secret_file: '%s'
                        timeout_ms: 3600000
                    """.formatted(runtime.getAddress().getPort(), secret));
    }

    private static void stop(Cluster cluster) {
        String json = "{\"type\":\"stop\",\"control_id\":\"stop-1\",\"by\":\"proof\",\"reason\":\"test\","
                + "\"scope\":{\"kind\":\"agent\",\"id\":\"planner\"}}";
        cluster.sender()
                .send(cluster.connection().topics().control(), "stop-1", json.getBytes(StandardCharsets.UTF_8))
                .join();
    }

    private static void awaitBegun(Cluster cluster, String runId) {
        await(
                "a call in flight",
                () -> cluster.record().executes().stream()
                        .anyMatch(seen -> seen.record().runId().equals(runId)));
    }

    /** What is read while the request is under way is committed, with all that may be: the request is not. */
    private static void awaitCommitBehind(Cluster cluster, AgentClient client) throws InterruptedException {
        for (int i = 0; i < 2 * Cluster.PARTITIONS; i++) {
            client.propose(client.run("aside-" + i, "other").finish("error").build(), PATIENCE);
        }
        String outcomes = cluster.connection().topics().outcomes();
        List<Seen<Outcome>> aside = cluster.record().ends().stream()
                .filter(end -> end.record().runId().startsWith("aside-"))
                .toList();
        await("a commit behind what came later", () -> {
            Map<Integer, Long> committed = cluster.committed("gateway-runtimes", outcomes);
            return aside.stream()
                    .map(Seen::at)
                    .anyMatch(at -> committed.getOrDefault(at.partition(), 0L) > at.offset());
        });
    }

    private static List<Containment> answers(Cluster cluster) {
        return cluster.record().outcomes().stream()
                .map(Seen::record)
                .map(Outcome::containment)
                .filter(Objects::nonNull)
                .filter(part -> part.part().equals(ContainmentPart.RUNTIME))
                .filter(part -> !part.runtime().state().equals(RuntimeState.PENDING))
                .toList();
    }

    private static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what).atMost(PATIENCE).until(condition);
    }
}
