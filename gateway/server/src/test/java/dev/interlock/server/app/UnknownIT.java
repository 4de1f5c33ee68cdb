package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.Control;
import dev.interlock.schemas.ControlBuilder;
import dev.interlock.schemas.DeadLetter;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Keys;
import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.LetterError;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Position;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.schemas.Result;
import dev.interlock.server.view.LedgerView;
import dev.interlock.worker.Found;
import dev.interlock.worker.Tool;
import dev.interlock.worker.ToolOutput;
import dev.interlock.worker.Verified;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What becomes of a write that nobody answers for, of calls that wait for one, and of one that takes long. */
class UnknownIT {
    private static final String OPERATION = "refund-order-7";
    private static final String POLICY = """
        policies:
          asking:
            extends: strict
            tools:
              refund: {timeout_ms: 2000, max_timeout_ms: %d, skew_ms: 300, settle_delay_ms: 300, queryable: true,
                       max_queries: 3, query_backoff_ms: 500, max_joiners: 2}
        default_policy: asking
        """;
    private static final String ASKING = POLICY.formatted(2_000);
    private static final RecordCodec<Control> CONTROLS = RecordCodec.of(Control.class);

    private final AtomicInteger executions = new AtomicInteger();

    @Test
    void aQueryThatFindsTheEffect_completesTheRun_afterOneExecution() throws Exception {
        try (Bench bench = Bench.running(ASKING)
                .with(
                        "refund",
                        failing(Integer.MAX_VALUE)
                                .withQuery(context -> Found.committed(
                                                "found",
                                                Map.of(
                                                        "dispatch_id",
                                                        context.dispatch().targetDispatchId()))
                                        .at(1, true)))) {
            AgentClient agent = bench.agent();
            Outcome answer = agent.propose(refund(agent.run("run-1", "agent-1")), Bench.PATIENCE);

            assertThat(answer.type()).isEqualTo("result");
            assertThat(answer.value()).isEqualTo(Json.of("found"));
            assertThat(agent.terminal("run-1", Bench.PATIENCE).status()).isEqualTo("completed");
            assertThat(executions).hasValue(1);
            assertThat(ledger(bench).state()).isEqualTo("committed");
            assertThat(ledger(bench).receipt().canonical()).isEqualTo("{\"dispatch_id\":\"refund-order-7#e1\"}");
            Dispatch query = dispatches(bench, "query", 1).get(0);
            assertThat(query.args()).isEqualTo(Json.of(Map.of("order", 7)));
        }
    }

    @Test
    void aQueryThatFindsNothing_leadsToOneMoreEpoch_andOneRetry() throws Exception {
        try (Bench bench = Bench.running(ASKING)
                .with(
                        "refund",
                        failing(1).withQuery(context -> Found.notCommitted().at(0, false)))) {
            AgentClient agent = bench.agent();
            AgentRun run = agent.run("run-1", "agent-1");
            Outcome answer = agent.propose(refund(run), Bench.PATIENCE);

            assertThat(answer.status()).isEqualTo("ok");
            assertThat(answer.used().retries()).isEqualTo(1);
            assertThat(executions).hasValue(2);
            assertThat(dispatches(bench, "execute", 2))
                    .extracting(Dispatch::epoch)
                    .containsExactly(1L, 2L);
            assertThat(ledger(bench).epoch()).isEqualTo(2);
        }
    }

    @Test
    void whatNobodyCanTell_isSettledByAnOperatorOfTheVersionSeen_andByNoOther() throws Exception {
        try (Bench bench = Bench.running(ASKING).with("refund", failing(Integer.MAX_VALUE))) {
            AgentClient agent = bench.agent();
            agent.propose(refund(agent.run("run-1", "agent-1")), Bench.PATIENCE);
            assertThat(agent.terminal("run-1", Bench.PATIENCE).status()).isEqualTo("needs_reconciliation");
            long version = ledger(bench).version();

            assertThat(resolve(bench, version - 1, System.currentTimeMillis()).map(LetterError::field))
                    .contains("expect_version");
            assertThat(resolve(bench, version, 1_000).map(LetterError::field)).contains("observed_at_ms");
            assertThat(ledger(bench).version()).isEqualTo(version);

            assertThat(resolve(bench, version, System.currentTimeMillis())).isEmpty();
            assertThat(ledger(bench).state()).isEqualTo("committed");
            assertThat(ledger(bench).resolvedBy()).isEqualTo("ops");
            assertThat(ledger(bench).receipt()).isEqualTo(Json.of("seen by eye"));
            Outcome settled = bench.await(
                            bench.topics().outcomes(),
                            Outcome.class,
                            1,
                            o -> o.type().equals("settled"))
                    .get(0);
            assertThat(settled.runId()).isEqualTo("run-1");
            assertThat(settled.value()).isEqualTo(Json.of("told"));
            assertThat(executions)
                    .as("a worker under load may have let the first epoch pass unexecuted")
                    .hasValue(1);
        }
    }

    @Test
    void aSecondRun_waitsForTheSameCallInFlight_andGetsItsResult() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        Tool slow = new Tool(
                context -> {
                    executions.incrementAndGet();
                    gate.await(60, TimeUnit.SECONDS);
                    return ToolOutput.ok("once");
                },
                (context, output) -> Verified.committed(1, false, "receipt"));
        String patient = POLICY.formatted(60_000).replace("timeout_ms: 2000", "timeout_ms: 60000");
        try (Bench bench = Bench.running(patient).with("refund", slow)) {
            AgentClient agent = bench.agent();
            CompletableFuture<Outcome> first =
                    agent.proposeAsync(refund(agent.run("run-1", "agent-1")), Bench.PATIENCE);
            Awaitility.await().atMost(Bench.PATIENCE).until(() -> executions.get() == 1);
            CompletableFuture<Outcome> second =
                    agent.proposeAsync(refund(agent.run("run-2", "agent-1")), Bench.PATIENCE);
            Awaitility.await()
                    .atMost(Bench.PATIENCE)
                    .until(() -> Integer.valueOf(1).equals(ledger(bench).joiners()));
            gate.countDown();

            assertThat(first.join().type()).isEqualTo("result");
            assertThat(second.join().type()).isEqualTo("replayed");
            assertThat(second.join().value()).isEqualTo(first.join().value());
            assertThat(executions).hasValue(1);
        }
    }

    @Test
    void aCallThatSaysItRuns_isWaitedForBeyondItsTimeout() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        Tool slow = new Tool(
                context -> {
                    gate.await(60, TimeUnit.SECONDS);
                    return ToolOutput.ok("late");
                },
                (context, output) -> Verified.committed(1, false, "receipt"));
        try (Bench bench = Bench.running(POLICY.formatted(120_000)).with("refund", slow)) {
            AgentClient agent = bench.agent();
            CompletableFuture<Outcome> answer =
                    agent.proposeAsync(refund(agent.run("run-1", "agent-1")), Bench.PATIENCE);
            bench.await(
                    bench.topics().operationResults(),
                    Result.class,
                    6,
                    r -> r.type().equals("running"));
            gate.countDown();

            assertThat(answer.join().status()).isEqualTo("ok");
            assertThat(ledger(bench).version()).as("it was never unknown").isEqualTo(2);
        }
    }

    /** A tool whose executor throws so many times, without a word about what it did. */
    private Tool failing(int times) {
        return new Tool(
                context -> {
                    if (executions.incrementAndGet() <= times) {
                        throw new IllegalStateException("the line went dead");
                    }
                    return ToolOutput.ok("done");
                },
                (context, output) -> Verified.committed(1, false, "receipt"));
    }

    private static Optional<LetterError> resolve(Bench bench, long version, long observedAtMs) throws Exception {
        Control control = ControlBuilder.builder()
                .type("resolve")
                .controlId("resolve-" + version + "-" + observedAtMs)
                .by("ops")
                .reason("looked it up")
                .operationId(OPERATION)
                .state("committed")
                .expectVersion(version)
                .observedAtMs(observedAtMs)
                .receipt(Json.of("seen by eye"))
                .value(Json.of("told"))
                .build();
        Position position = bench.sendTo(new ProducerRecord<>(
                bench.topics().control(), Keys.ofControl(control), CONTROLS.encode(control, Format.JSON)));
        String decision = bench.await(
                        bench.topics().journal(),
                        JournalEntry.class,
                        1,
                        entry -> position.equals(entry.input().origin()))
                .get(0)
                .decision();
        return decision.equals("refused")
                ? Optional.of(bench.await(
                                bench.topics().deadLetters(),
                                DeadLetter.class,
                                1,
                                letter -> position.equals(letter.origin()))
                        .get(0)
                        .error())
                : Optional.empty();
    }

    private static List<Dispatch> dispatches(Bench bench, String type, int count) {
        return bench.await(
                bench.topics().operationDispatches(),
                Dispatch.class,
                count,
                d -> d.type().equals(type));
    }

    private static LedgerOperation ledger(Bench bench) {
        return new LedgerView(bench.config().cluster(), bench.config().topics(), Bench.PATIENCE)
                .operation(OPERATION)
                .orElseThrow();
    }

    private static Proposal refund(AgentRun run) {
        return run.write("refund", OPERATION, Map.of("order", 7)).build();
    }
}
