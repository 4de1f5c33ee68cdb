package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.interlock.schemas.Containment;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.ProposalBuilder;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stop asks the runtimes of the agents it stops; one gateway and one HTTP server for all tests. */
class RuntimeIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private static Path directory;

    private static RuntimeHost host;
    private static Bench bench;
    private static AgentClient agent;

    @BeforeAll
    static void start() throws Exception {
        host = new RuntimeHost();
        Path secret = Files.writeString(directory.resolve("secret"), RuntimeHost.SECRET + "\n");
        String defaults = "allow_http_on_loopback: true, secret_file: '" + secret
                + "', attempts: 3, backoff_ms: 20, max_backoff_ms: 100";
        bench = Bench.running(
                "runtimes:",
                runtime("stopping", defaults),
                runtime("taking", defaults),
                runtime("recovering", defaults + ", timeout_ms: 500"),
                runtime("failing", defaults),
                runtime("refusing", defaults),
                runtime("moved", defaults),
                runtime("hanging", defaults + ", parallel: 1, timeout_ms: 3600000"),
                runtime("frozen", defaults + ", timeout_ms: 3600000"),
                "  - {name: nowhere, agents: [nowhere-*], url: '" + RuntimeHost.nowhere() + "', " + defaults + "}");
        agent = bench.agent();
    }

    @AfterAll
    static void end() {
        bench.close();
        host.close();
    }

    private static String runtime(String name, String settings) {
        return "  - {name: %s, agents: ['%s-*'], url: '%s', %s}".formatted(name, name, host.url("/" + name), settings);
    }

    @Test
    void aRuntimeThatSaysStopped_isRecordedAsConfirmed_andWasAskedWithASignedCloudEvent() throws Exception {
        host.with("/stopping", RuntimeHost.answering(200, "{\"state\":\"stopped\"}"));
        begin("stopping-1", "run-s");
        stop("stop-s", "{\"kind\":\"run\",\"id\":\"run-s\"}");

        Containment answer = answers("stop-s", 1).getFirst();
        assertThat(answer.runtime().state()).isEqualTo("confirmed");
        assertThat(answer.runtime().status()).isEqualTo(200);
        assertThat(answer.runId()).isEqualTo("run-s");
        assertThat(answer.agentId()).isEqualTo("stopping-1");

        RuntimeHost.Received request = host.received("/stopping").stream()
                .filter(received -> received.id().equals(answer.runtime().requestId()))
                .findFirst()
                .orElseThrow();
        assertThat(request.type()).isEqualTo("application/cloudevents+json");
        JsonNode event = JSON.readTree(request.body());
        assertThat(event.get("specversion").textValue()).isEqualTo("1.0");
        assertThat(event.get("id").textValue()).isEqualTo(request.id());
        assertThat(event.get("type").textValue()).isEqualTo("dev.interlock.run.stop");
        assertThat(event.at("/data/run_id").textValue()).isEqualTo("run-s");
        assertThat(event.at("/data/agent_id").textValue()).isEqualTo("stopping-1");
        assertThat(event.at("/data/stop_id").textValue()).isEqualTo("stop-s");
        assertThat(event.at("/data/reason").textValue()).isEqualTo("operator_stop");
        assertThat(event.at("/data/at_ms").longValue()).isPositive();
    }

    @Test
    void aStopOfAnAgent_asksForEachOfItsRuns_alsoForOneThatBeginsLater() throws Exception {
        host.with("/taking", RuntimeHost.answering(202, "accepted"));
        begin("taking-1", "run-t1");
        begin("taking-1", "run-t2");
        begin("taking-2", "run-t3");
        stop("stop-t", "{\"kind\":\"agent\",\"id\":\"taking-1\"}");
        answers("stop-t", 2);
        agent.propose(agent.run("run-t4", "taking-1").read("look", Map.of()).build(), Bench.PATIENCE);
        assertThat(answers("stop-t", 3))
                .allSatisfy(answer -> assertThat(answer.runtime().state()).isEqualTo("requested"))
                .extracting(Containment::runId)
                .containsExactlyInAnyOrder("run-t1", "run-t2", "run-t4");
        assertThat(host.received("/taking"))
                .extracting(RuntimeHost.Received::id)
                .hasSize(3)
                .doesNotHaveDuplicates();
    }

    @Test
    void aRunThatHasEnded_isStillAskedAboutWhenItIsStoppedByName() throws Exception {
        host.with("/stopping", RuntimeHost.answering(200, "{\"state\":\"stopped\"}"));
        AgentRun run = agent.run("run-e", "stopping-2");
        Proposal denied = ProposalBuilder.builder(
                        run.write("pay", "op-e", Map.of()).build())
                .operationId(null)
                .build();
        assertThat(agent.propose(denied, Bench.PATIENCE).reason()).isEqualTo("missing_operation_id");
        Proposal finish = run.finish("agent").build();
        assertThat(agent.propose(finish, Bench.PATIENCE).status()).isEqualTo("partial");
        stop("stop-e", "{\"kind\":\"run\",\"id\":\"run-e\"}");
        assertThat(answers("stop-e", 1).getFirst().runId()).isEqualTo("run-e");
    }

    @Test
    void aRuntimeThatFailsAndThenHangs_isAskedAgainUnderTheSameId_untilItAnswers() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        host.with("/recovering", (exchange, number) -> {
            if (number == 2) {
                never.await();
            }
            RuntimeHost.send(exchange, number == 1 ? 500 : 200, "");
        });
        begin("recovering-1", "run-r");
        stop("stop-r", "{\"kind\":\"run\",\"id\":\"run-r\"}");

        Containment answer = answers("stop-r", 1).getFirst();
        assertThat(answer.runtime().state()).isEqualTo("requested");
        assertThat(answer.runtime().attempts()).isEqualTo(3);
        assertThat(host.received("/recovering"))
                .extracting(RuntimeHost.Received::id)
                .containsOnly(answer.runtime().requestId())
                .hasSize(3);
    }

    @Test
    void aRuntimeThatKeepsFailing_isAskedAsOftenAsConfigured_alsoWhereItAsksForALongWait() throws Exception {
        host.with("/failing", (exchange, number) -> {
            exchange.getResponseHeaders().add("Retry-After", "86400");
            RuntimeHost.send(exchange, 429, "");
        });
        begin("failing-1", "run-f");
        begin("nowhere-1", "run-n");
        stop("stop-f", "{\"kind\":\"run\",\"id\":\"run-f\"}");
        stop("stop-n", "{\"kind\":\"run\",\"id\":\"run-n\"}");

        Containment failed = answers("stop-f", 1).getFirst();
        assertThat(failed.runtime().state()).isEqualTo("failed");
        assertThat(failed.runtime().attempts()).isEqualTo(3);
        assertThat(failed.runtime().status()).isEqualTo(429);
        assertThat(host.received("/failing")).hasSize(3);
        Containment unreached = answers("stop-n", 1).getFirst();
        assertThat(unreached.runtime().state()).isEqualTo("failed");
        assertThat(unreached.runtime().attempts()).isEqualTo(3);
        assertThat(unreached.runtime().problem()).isEqualTo("no connection");
    }

    @Test
    void aRuntimeThatRefuses_isAskedOnce_andARedirectIsNotFollowed() throws Exception {
        host.with("/refusing", RuntimeHost.answering(403, ""));
        host.with("/moved", (exchange, number) -> {
            exchange.getResponseHeaders().add("Location", host.url("/elsewhere"));
            RuntimeHost.send(exchange, 307, "");
        });
        begin("refusing-1", "run-x");
        begin("moved-1", "run-m");
        stop("stop-x", "{\"kind\":\"run\",\"id\":\"run-x\"}");
        stop("stop-m", "{\"kind\":\"run\",\"id\":\"run-m\"}");

        Containment refused = answers("stop-x", 1).getFirst();
        assertThat(refused.runtime().state()).isEqualTo("refused");
        assertThat(refused.runtime().attempts()).isEqualTo(1);
        Containment moved = answers("stop-m", 1).getFirst();
        assertThat(moved.runtime().state()).isEqualTo("refused");
        assertThat(moved.runtime().status()).isEqualTo(307);
        assertThat(host.received("/elsewhere")).isEmpty();
    }

    /** Both stops have one id, so their requests stand in one partition, those of the runtime that hangs first. */
    @Test
    void aRuntimeThatHangs_holdsUpNoOther() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        host.with("/hanging", RuntimeHost.answeringAfter(release));
        host.with("/stopping", RuntimeHost.answering(200, "{\"state\":\"stopped\"}"));
        IntStream.range(0, 5).forEach(i -> begin("hanging-1", "run-h" + i));
        begin("stopping-3", "run-o");
        stop("stop-h", "{\"kind\":\"agent\",\"id\":\"hanging-1\"}");
        host.await("/hanging", 1);
        stop("stop-h", "{\"kind\":\"agent\",\"id\":\"stopping-3\"}");

        assertThat(answers("stop-h", 1)).extracting(Containment::runId).containsExactly("run-o");
        assertThat(host.received("/hanging")).hasSize(1);
        release.countDown();
        answers("stop-h", 6);
    }

    @Test
    void whatIsNotAnsweredWhenTheGatewayEnds_isAskedAgainByTheNext_underTheSameId() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        host.with("/frozen", (exchange, number) -> {
            if (number == 1) {
                never.await();
            }
            RuntimeHost.send(exchange, 200, "{\"state\":\"stopped\"}");
        });
        begin("frozen-1", "run-z");
        stop("stop-z", "{\"kind\":\"run\",\"id\":\"run-z\"}");
        host.await("/frozen", 1);
        bench.stop();
        bench.start();

        Containment answer = answers("stop-z", 1).getFirst();
        assertThat(answer.runtime().state()).isEqualTo("confirmed");
        assertThat(host.received("/frozen"))
                .extracting(RuntimeHost.Received::id)
                .hasSize(2)
                .containsOnly(answer.runtime().requestId());
    }

    /** A run with a call in flight. */
    private static void begin(String agentId, String runId) {
        agent.proposeAsync(agent.run(runId, agentId).read("look", Map.of()).build(), Bench.PATIENCE);
        bench.await(
                bench.topics().dispatches(),
                Dispatch.class,
                1,
                dispatch -> "execute".equals(dispatch.type()) && runId.equals(dispatch.runId()));
    }

    private static void stop(String id, String scope) throws Exception {
        String json = "{\"type\":\"stop\",\"control_id\":\"%s\",\"by\":\"ann\",\"reason\":\"test\",\"scope\":%s}"
                .formatted(id, scope);
        bench.send(new ProducerRecord<>(bench.topics().control(), id, json.getBytes(StandardCharsets.UTF_8)));
    }

    /** What runtimes answered to a stop, once there are so many answers. */
    private static List<Containment> answers(String stopId, int count) {
        return bench
                .await(
                        bench.topics().outcomes(),
                        Outcome.class,
                        count,
                        outcome -> outcome.containment() != null
                                && outcome.containment().stopId().equals(stopId)
                                && outcome.containment().part().equals("runtime")
                                && !outcome.containment().runtime().state().equals("pending"))
                .stream()
                .map(Outcome::containment)
                .toList();
    }
}
