package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.DeadLetter;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.LedgerStop;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Proposal;
import dev.interlock.server.view.LedgerView;
import dev.interlock.worker.Tool;
import dev.interlock.worker.ToolOutput;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class StopIT {
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);
    private final Tool endless = Tool.reading(context -> {
        started.countDown();
        never.await();
        return ToolOutput.ok("unreachable");
    });

    @Test
    void aStoppedRun_endsWhileItsCallIsStillInFlight_andItsWorkerIsAskedToCancel() throws Exception {
        try (Bench bench = Bench.running().with("endless", endless)) {
            AgentClient agent = bench.agent();
            AgentRun run = agent.run("run-1", "agent-1");
            Proposal proposal = run.read("endless", Map.of()).build();
            CompletableFuture<Outcome> answer = agent.proposeAsync(proposal, Bench.PATIENCE);
            started.await();

            bench.send(stop(bench, "stop-1", "{\"kind\":\"run\",\"id\":\"run-1\"}"));
            Outcome end = answer.get();
            assertThat(end.type()).isEqualTo("terminal");
            assertThat(end.status()).isEqualTo("stopped");
            assertThat(end.reason()).isEqualTo("operator_stop");
            assertThat(end.allowedNextActions()).containsExactly("human_review");
            assertThat(bench.await(bench.topics().dispatches(), Dispatch.class, 1, is("cancel")))
                    .allSatisfy(cancel -> assertThat(cancel.runId()).isEqualTo("run-1"));
            assertThat(bench.await(bench.topics().dispatches(), Dispatch.class, 1, is("marker")))
                    .singleElement()
                    .satisfies(marker -> assertThat(marker.stop().controlId()).isEqualTo("stop-1"));
        }
    }

    @Test
    void aStopOfAll_endsMoreRunsThanOneStepLooksAt_andLiftingItLetsNewRunsBegin() throws Exception {
        int runs = Bench.PARTITIONS * 150;
        try (Bench bench = Bench.running()) {
            AgentClient agent = bench.agent();
            List<CompletableFuture<Outcome>> answers = IntStream.range(0, runs)
                    .mapToObj(i -> agent.run("run-" + i, "agent-1").read("endless", Map.of()))
                    .map(proposal -> agent.proposeAsync(proposal.build(), Bench.PATIENCE))
                    .toList();
            bench.await(bench.topics().dispatches(), Dispatch.class, runs, is("execute"));

            bench.send(stop(bench, "stop-all", "{\"kind\":\"all\"}"));
            for (CompletableFuture<Outcome> answer : answers) {
                assertThat(answer.get().reason()).isEqualTo("all_stopped");
            }
            AgentRun late = agent.run("late", "agent-1");
            assertThat(agent.propose(late.read("endless", Map.of()).build(), Bench.PATIENCE)
                            .reason())
                    .isEqualTo("all_stopped");
            assertThat(stops(bench)).extracting(LedgerStop::controlId).containsExactly("stop-all");

            bench.send(control(bench, "lift", "lift-all", "{\"kind\":\"all\"}"));
            bench.await(bench.topics().dispatches(), Dispatch.class, Bench.PARTITIONS, marker("lift-all"));
            assertThat(stops(bench)).isEmpty();
            AgentRun after = agent.run("after", "agent-1");
            agent.proposeAsync(after.read("endless", Map.of()).build(), Bench.PATIENCE);
            bench.await(
                    bench.topics().dispatches(),
                    Dispatch.class,
                    1,
                    dispatch -> "after".equals(dispatch.runId()) && "execute".equals(dispatch.type()));
        }
    }

    @Test
    void aStopThatCannotBeRead_isObeyedForTheScopeItsKeyNames_andBecomesADeadLetter() throws Exception {
        try (Bench bench = Bench.running().with("endless", endless)) {
            AgentClient agent = bench.agent();
            AgentRun run = agent.run("run-1", "agent-1");
            CompletableFuture<Outcome> answer =
                    agent.proposeAsync(run.read("endless", Map.of()).build(), Bench.PATIENCE);
            started.await();
            byte[] broken = "{\"type\":\"st".getBytes(StandardCharsets.UTF_8);
            bench.send(new ProducerRecord<>(bench.topics().control(), "stop:agent:agent-1", broken));

            assertThat(answer.get().reason()).isEqualTo("agent_stopped");
            assertThat(bench.await(bench.topics().deadLetters(), DeadLetter.class, 1, letter -> true))
                    .singleElement()
                    .satisfies(letter -> assertThat(letter.error().rule()).isEqualTo("syntax"));
        }
    }

    @Test
    void aLiftSentAgain_doesNotLiftALaterStop() throws Exception {
        try (Bench bench = Bench.running()) {
            String scope = "{\"kind\":\"agent\",\"id\":\"agent-1\"}";
            bench.send(stop(bench, "s1", scope));
            bench.send(control(bench, "lift", "l1", scope));
            bench.send(stop(bench, "s2", scope));
            bench.send(control(bench, "lift", "l1", scope));
            bench.send(stop(bench, "last", "{\"kind\":\"tool\",\"id\":\"other\"}"));
            bench.await(bench.topics().operationDispatches(), Dispatch.class, Bench.PARTITIONS, marker("last"));
            assertThat(stops(bench)).extracting(LedgerStop::controlId).containsExactlyInAnyOrder("s2", "last");
        }
    }

    @Test
    void theStopOfARunThatNeverBegan_isForgottenEverywhereAfterTheTimeAnEndedRunIsRemembered() throws Exception {
        String policy =
                "policies: {brief: {extends: balanced, horizons: {proposal_ms: 1500, skew_ms: 500, stub_ms: 2000}}}";
        try (Bench bench = Bench.running(policy, "default_policy: brief").with("endless", endless)) {
            bench.send(stop(bench, "s1", "{\"kind\":\"run\",\"id\":\"run-1\"}"));
            bench.await(bench.topics().operationDispatches(), Dispatch.class, Bench.PARTITIONS, marker("s1"));
            Awaitility.await("the flag is gone from the ledger")
                    .atMost(Bench.PATIENCE)
                    .until(() -> stops(bench).isEmpty());
            int forgotten = 1 + Bench.PARTITIONS;
            bench.await(
                    bench.topics().journal(),
                    JournalEntry.class,
                    forgotten,
                    entry -> "forgotten".equals(entry.decision()));

            AgentRun run = bench.agent().run("run-1", "agent-1");
            bench.agent().proposeAsync(run.read("endless", Map.of()).build(), Bench.PATIENCE);
            bench.await(bench.topics().dispatches(), Dispatch.class, 1, is("execute"));
        }
    }

    private static Predicate<Dispatch> is(String type) {
        return dispatch -> type.equals(dispatch.type());
    }

    private static Predicate<Dispatch> marker(String controlId) {
        return dispatch -> "marker".equals(dispatch.type())
                && controlId.equals(dispatch.stop().controlId());
    }

    private static List<LedgerStop> stops(Bench bench) {
        return new LedgerView(bench.config().cluster(), bench.config().topics(), Bench.PATIENCE).stops();
    }

    private static ProducerRecord<String, byte[]> stop(Bench bench, String id, String scope) {
        return control(bench, "stop", id, scope);
    }

    private static ProducerRecord<String, byte[]> control(Bench bench, String type, String id, String scope) {
        String json = "{\"type\":\"%s\",\"control_id\":\"%s\",\"by\":\"ann\",\"reason\":\"test\",\"scope\":%s}"
                .formatted(type, id, scope);
        return new ProducerRecord<>(bench.topics().control(), scope, json.getBytes(StandardCharsets.UTF_8));
    }
}
