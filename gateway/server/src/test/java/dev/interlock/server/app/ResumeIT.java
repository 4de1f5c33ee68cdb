package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.ChainHead;
import dev.interlock.schemas.DeadLetter;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.Outcome;
import dev.interlock.server.view.JournalView;
import dev.interlock.server.view.LedgerView;
import dev.interlock.worker.Tool;
import dev.interlock.worker.ToolOutput;
import dev.interlock.worker.Verified;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Ended runs that go on in a new one, on one gateway. Their successors live in other partitions than they. */
class ResumeIT {
    private static final String POLICY = """
        policies:
          small:
            extends: balanced
            ceilings: {calls: 2}
            actions: {call_budget: deny, unknown_commit: deny}
            tools: {pay: {timeout_ms: 60000, max_timeout_ms: 60000, skew_ms: 300, settle_delay_ms: 300},
                    lose: {timeout_ms: 1000, max_timeout_ms: 1000, skew_ms: 300, settle_delay_ms: 300}}
        default_policy: small
        """;

    private static final AtomicInteger EXECUTIONS = new AtomicInteger();
    private static final CountDownLatch STARTED = new CountDownLatch(1);
    private static final CountDownLatch GATE = new CountDownLatch(1);
    private static Bench bench;
    private static AgentClient agent;

    @BeforeAll
    static void start() throws InterruptedException {
        Tool look = Tool.reading(context -> ToolOutput.ok(Map.of("seen", EXECUTIONS.incrementAndGet())));
        Tool write = new Tool(
                context -> ToolOutput.ok(Map.of("written", EXECUTIONS.incrementAndGet())),
                (context, output) -> Verified.committed(1, false, "receipt"));
        Tool pay = new Tool(
                context -> {
                    STARTED.countDown();
                    GATE.await(60, TimeUnit.SECONDS);
                    return ToolOutput.ok(Map.of("paid", EXECUTIONS.incrementAndGet()));
                },
                (context, output) -> Verified.committed(2, false, "receipt"));
        Tool lose = new Tool(
                context -> {
                    throw new IllegalStateException("the line is dead");
                },
                (context, output) -> Verified.committed(2, false, "receipt"));
        bench = Bench.running(POLICY)
                .with("look", look)
                .with("write", write)
                .with("pay", pay)
                .with("lose", lose)
                .with("fail", Tool.reading(context -> ToolOutput.fatal("broken", "it broke")));
        agent = bench.agent();
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    @Test
    void endedRun_goesOnUnderTheNextId_once_andItsCommittedWriteIsReplayed() throws Exception {
        int before = EXECUTIONS.get();
        AgentRun first = agent.run(apart("a"), "agent-1");
        AgentRun next = agent.run(first.runId() + "~1", "agent-1");
        assertThat(write(first, "op-a").type()).isEqualTo("result");
        Outcome early = look(next, 1);
        assertThat(early.type()).isEqualTo("denied");
        assertThat(early.reason()).isEqualTo("not_resumed_yet");
        send(resume("c-0", first.runId()));
        assertLetter("run_id", first.runId() + " is open");
        Outcome end = agent.finish(first, "agent", Bench.PATIENCE);
        assertThat(end.allowedNextActions()).contains("resume_after_change");
        send(resume("c-1", first.runId()).replace("\"change\":\"new_cursor\",", ""));
        assertLetter("change", null);

        send(resume("c-2", first.runId()));
        JournalEntry begins = decided(next.runId(), "carry_over", "carried_over");
        JournalEntry resumed = decided(first.runId(), "resume", "resumed");
        assertThat(begins.linkedHead())
                .isEqualTo(new ChainHead("run:" + first.runId(), resumed.seq() - 1, resumed.prevHash()));
        assertThat(resumed.input().facts().toString()).contains("\"by\":\"ann\"", "\"change\":\"new_cursor\"");
        Outcome replayed = write(next.atTurn(2), "op-a");
        assertThat(replayed.type()).isEqualTo("replayed");
        assertThat(replayed.resumedFrom()).isEqualTo(first.runId());
        assertThat(replayed.used().calls()).isEqualTo(1);
        assertThat(EXECUTIONS.get() - before).isEqualTo(1);

        send(resume("c-3", first.runId()));
        assertLetter("run_id", first.runId() + " was resumed as " + next.runId());
        send(resume("c-2", first.runId()));
        decided(first.runId(), "resume", "repeated");
        assertThat(agent.terminal(first.runId(), Bench.PATIENCE)).isEqualTo(end);
        Outcome last = agent.finish(next.atTurn(3), "agent", Bench.PATIENCE);
        assertThat(last.resumedFrom()).isEqualTo(first.runId());
    }

    @Test
    void endOfASuccessor_showsWhatTheRunReachedBeforeTheResume() throws Exception {
        AgentRun first = agent.run(apart("e"), "agent-1");
        write(first, "op-e");
        Outcome end = agent.finish(first.atTurn(2), "agent", Bench.PATIENCE);
        assertThat(end.operations().get(0).receipt()).isEqualTo(Json.of((Object) "receipt"));
        assertThat(end.lastGood().value()).isNotNull();
        send(resume("c-11", first.runId()));
        AgentRun next = agent.run(first.runId() + "~1", "agent-1");
        decided(next.runId(), "carry_over", "carried_over");
        Outcome last = agent.finish(next, "agent", Bench.PATIENCE);
        assertThat(last.lastGood())
                .usingRecursiveComparison()
                .ignoringFields("runId")
                .isEqualTo(end.lastGood());
        assertThat(last.lastGood().runId()).isEqualTo(first.runId());
        assertThat(last.operations()).isEqualTo(end.operations());
        assertThat(last.valueDigest()).isEqualTo(end.valueDigest());
        assertThat(last.validatedRevision()).isEqualTo(end.validatedRevision());
        assertThat(last.used().calls()).isEqualTo(end.used().calls());
        assertThat(last.remaining().calls()).isEqualTo(end.remaining().calls());
        assertThat(last.allowedNextActions()).isEqualTo(end.allowedNextActions());
    }

    @Test
    void settlementAfterTheResume_reachesTheSuccessor_alsoThroughARestart() throws Exception {
        AgentRun first = agent.run(apart("b"), "agent-1");
        CompletableFuture<Outcome> paying =
                agent.proposeAsync(first.write("pay", "op-b", Map.of("n", 1)).build(), Bench.PATIENCE);
        STARTED.await(60, TimeUnit.SECONDS);
        agent.propose(first.atTurn(2).read("fail", Map.of()).build(), Bench.PATIENCE);
        assertThat(paying.get(60, TimeUnit.SECONDS).reason()).isEqualTo("fatal");
        send(resume("c-5", first.runId()));

        AgentRun next = agent.run(first.runId() + "~1", "agent-1");
        decided(next.runId(), "carry_over", "carried_over");
        bench.stop();
        bench.start();
        Outcome held = propose(next, "pay", "op-b");
        assertThat(held.reason()).isEqualTo("operation_in_flight");
        assertThat(held.remaining().calls() + held.used().calls())
                .as("one is reserved")
                .isEqualTo(1);
        GATE.countDown();
        decided(next.runId(), "answer", "noted");
        Outcome replayed = propose(next.atTurn(2), "pay", "op-b");
        assertThat(replayed.type()).isEqualTo("replayed");
        assertThat(replayed.used().calls()).isEqualTo(2);
        assertThat(outcome(first.runId(), "settled").used().calls()).isEqualTo(2);
    }

    @Test
    void unknownWrite_staysBlockedInTheSuccessor_untilSomebodyTells() throws Exception {
        AgentRun first = agent.run(apart("c"), "agent-1");
        agent.propose(first.write("lose", "op-c", Map.of("n", 1)).build(), Bench.PATIENCE);
        assertThat(agent.terminal(first.runId(), Bench.PATIENCE).status()).isEqualTo("needs_reconciliation");
        send(resume("c-6", first.runId()));
        AgentRun next = agent.run(first.runId() + "~1", "agent-1");
        decided(next.runId(), "carry_over", "carried_over");
        assertThat(propose(next, "lose", "op-c").reason()).isEqualTo("unknown_commit");
        assertThat(write(next.atTurn(2), "op-d").reason()).isEqualTo("unknown_commit");

        LedgerOperation unknown = new LedgerView(
                        bench.config().cluster(), bench.config().topics(), Bench.PATIENCE)
                .operation("op-c")
                .orElseThrow();
        Awaitility.await("the last possible effect is over")
                .atMost(Bench.PATIENCE)
                .until(() -> System.currentTimeMillis() > unknown.updatedAtMs() + 2_000);
        send("""
            {"type":"resolve","control_id":"c-7","by":"ann","reason":"looked","operation_id":"op-c",\
            "state":"committed","expect_version":%d,"observed_at_ms":%d,"receipt":"seen","value":"told"}\
            """.formatted(unknown.version(), System.currentTimeMillis()));
        decided(next.runId(), "answer", "noted");
        assertThat(propose(next.atTurn(3), "lose", "op-c").type()).isEqualTo("replayed");
        assertThat(write(next.atTurn(4), "op-d").type()).isEqualTo("result");
    }

    @Test
    void spentCeiling_isRaisedInTheSuccessorOnly() throws Exception {
        AgentRun first = agent.run(apart("d"), "agent-1");
        look(first, 1);
        look(first.atTurn(2), 2);
        assertThat(look(first.atTurn(3), 3).reason()).isEqualTo("call_budget");
        agent.finish(first, "agent", Bench.PATIENCE);
        send(resume("c-8", first.runId()));
        AgentRun next = agent.run(first.runId() + "~1", "agent-1");
        decided(next.runId(), "carry_over", "carried_over");
        assertThat(look(next, 3).reason()).isEqualTo("call_budget");
        send(grant("c-9", first.runId()));
        assertLetter("run_id", first.runId() + " is ended");
        send(grant("c-10", next.runId()));
        decided(next.runId(), "grant", "raised");
        assertThat(look(next.atTurn(2), 3).type()).isEqualTo("result");
        assertThat(look(next.atTurn(3), 4).reason()).isEqualTo("call_budget");
    }

    /** The ended run was forgotten and its id began anew: here its carry-over comes a second time. */
    @Test
    void runThatWasCarriedOverToAnIdInUse_beginsNothing_andTheJournalTellsWhoeverResumedIt() throws Exception {
        AgentRun first = agent.run(apart("f"), "agent-1");
        String next = first.runId() + "~1";
        write(first, "op-f");
        agent.finish(first.atTurn(2), "agent", Bench.PATIENCE);
        JournalView journal =
                new JournalView(bench.config().cluster(), bench.config().topics(), Bench.PATIENCE);
        assertThat(journal.isBegun(next, 0)).isEmpty();
        send(resume("c-12", first.runId()));
        decided(next, "carry_over", "carried_over");
        assertThat(journal.isBegun(next, 0)).contains(true);
        ConsumerRecord<String, byte[]> carryOver = bench.read(bench.topics().stageAnswers()).stream()
                .filter(answer -> next.equals(answer.key()))
                .findFirst()
                .orElseThrow();
        bench.send(new ProducerRecord<>(carryOver.topic(), carryOver.partition(), next, carryOver.value()));
        decided(next, "carry_over", "refused");
        assertThat(journal.isBegun(next, 0)).contains(false);
        assertLetter("carry_over", next);
    }

    /** A run in another partition than its successor. */
    private static String apart(String name) {
        return IntStream.range(0, 100)
                .mapToObj(i -> name + i)
                .filter(id -> partition(id) != partition(id + "~1"))
                .findFirst()
                .orElseThrow();
    }

    private static int partition(String key) {
        return BuiltInPartitioner.partitionForKey(key.getBytes(StandardCharsets.UTF_8), Bench.PARTITIONS);
    }

    private static Outcome look(AgentRun run, int n) throws InterruptedException {
        return agent.propose(run.read("look", Map.of("n", n)).build(), Bench.PATIENCE);
    }

    private static Outcome write(AgentRun run, String operationId) throws InterruptedException {
        return propose(run, "write", operationId);
    }

    private static Outcome propose(AgentRun run, String tool, String operationId) throws InterruptedException {
        return agent.propose(run.write(tool, operationId, Map.of("n", 1)).build(), Bench.PATIENCE);
    }

    private static JournalEntry decided(String runId, String kind, String decision) {
        return bench.await(
                        bench.topics().journal(),
                        JournalEntry.class,
                        1,
                        entry -> entry.chain().equals("run:" + runId)
                                && kind.equals(entry.input().kind())
                                && decision.equals(entry.decision()))
                .get(0);
    }

    private static Outcome outcome(String runId, String type) {
        return bench.await(
                        bench.topics().outcomes(),
                        Outcome.class,
                        1,
                        o -> o.runId().equals(runId) && o.type().equals(type))
                .get(0);
    }

    private static void assertLetter(String field, String value) {
        bench.await(
                bench.topics().deadLetters(),
                DeadLetter.class,
                1,
                letter -> field.equals(letter.error().field())
                        && (value == null || value.equals(letter.error().value())));
    }

    private static String resume(String controlId, String runId) {
        return """
            {"type":"resume","control_id":"%s","by":"ann","reason":"goes on","run_id":"%s","change":"new_cursor",\
            "issued_at_ms":1796000000000}\
            """.formatted(controlId, runId);
    }

    private static String grant(String controlId, String runId) {
        return """
            {"type":"grant","control_id":"%s","by":"ann","reason":"large order","run_id":"%s",\
            "grants":[{"budget":"calls","amount":1}]}\
            """.formatted(controlId, runId);
    }

    private static void send(String command) throws Exception {
        bench.send(new ProducerRecord<>(bench.topics().control(), "any", command.getBytes(StandardCharsets.UTF_8)));
    }
}
