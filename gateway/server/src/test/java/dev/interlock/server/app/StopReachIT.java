package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.Containment;
import dev.interlock.schemas.DeadLetter;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Outcome;
import dev.interlock.worker.Tool;
import dev.interlock.worker.ToolOutput;
import dev.interlock.worker.Verified;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a stop reaches that has another name than the one it gives, and what it does not; on one gateway. */
class StopReachIT {
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private static Bench bench;
    private static AgentClient agent;

    @BeforeAll
    static void start() throws InterruptedException {
        Tool write =
                new Tool(context -> ToolOutput.ok(Map.of()), (context, output) -> Verified.committed(1, false, "r"));
        Tool hang = new Tool(
                context -> {
                    NEVER.await();
                    return ToolOutput.ok(Map.of());
                },
                (context, output) -> Verified.committed(1, false, "r"));
        bench = Bench.running()
                .with("write", write)
                .with("hang", hang)
                .with("fail", Tool.reading(context -> ToolOutput.fatal("broken", "it broke")));
        agent = bench.agent();
    }

    @AfterAll
    static void end() {
        bench.close();
    }

    /** Its id is all that a person has who stops what goes on; the write is one of the run before. */
    @Test
    void aStopOfAResumedRun_listsWhatTheRunBeforeItLeftOpen_andAsksToCancelIt() throws Exception {
        AgentRun run = agent.run("line", "agent-1");
        agent.proposeAsync(run.write("hang", "op-line", Map.of()).build(), Bench.PATIENCE);
        dispatch("execute", "op-line");
        agent.propose(run.atTurn(2).read("fail", Map.of()).build(), Bench.PATIENCE);
        agent.terminal("line", Bench.PATIENCE);
        send("""
            {"type":"resume","control_id":"resume-1","by":"ann","reason":"test","run_id":"line","change":"new_cursor"}\
            """);
        bench.await(bench.topics().journal(), JournalEntry.class, 1, entry -> "carried_over".equals(entry.decision()));

        stop("stop-line", "run", "line~1");
        assertThat(listed("stop-line")).singleElement().satisfies(part -> {
            assertThat(part.operationId()).isEqualTo("op-line");
            assertThat(part.state()).isEqualTo("in_flight");
        });
        dispatch("cancel", "op-line");
        Outcome end = bench.await(
                        bench.topics().outcomes(),
                        Outcome.class,
                        1,
                        outcome -> "terminal".equals(outcome.type()) && "line~1".equals(outcome.runId()))
                .getFirst();
        assertThat(end.reason()).isEqualTo("operator_stop");
        assertThat(end.inFlight()).singleElement().satisfies(call -> {
            assertThat(call.operationId()).isEqualTo("op-line");
            assertThat(call.inherited()).isTrue();
        });
    }

    /** Only the task that has the operation knows what chain it is in; the stop itself stands everywhere by then. */
    @Test
    void aStopOfAChainThatNamesAnotherOperation_getsADeadLetterWithTheOneItBeganWith() throws Exception {
        AgentRun root = agent.run("root", "agent-2");
        agent.propose(root.write("write", "op-root", Map.of()).build(), Bench.PATIENCE);
        AgentRun child = agent.run("child", "agent-2").triggeredBy("op-root");
        agent.propose(child.write("write", "op-child", Map.of()).build(), Bench.PATIENCE);
        stop("stop-child", "chain", "op-child");
        DeadLetter letter = bench.await(bench.topics().deadLetters(), DeadLetter.class, 1, found -> true)
                .getFirst();
        assertThat(letter.error().field()).isEqualTo("scope.id");
        assertThat(letter.error().rule()).contains("the chain began with, op-root");
        assertThat(letter.error().value()).isEqualTo("op-child");
        assertThat(letter.origin().topic()).isEqualTo(bench.topics().control());
        assertThat(listed("stop-child")).isEmpty();

        stop("stop-root", "chain", "op-root");
        assertThat(agent.terminal("child", Bench.PATIENCE).reason()).isEqualTo("chain_stopped");
        assertThat(bench.read(bench.topics().deadLetters())).hasSize(1);
    }

    private static void dispatch(String type, String operationId) {
        bench.await(
                bench.topics().operationDispatches(),
                Dispatch.class,
                1,
                dispatch -> type.equals(dispatch.type()) && operationId.equals(dispatch.operationId()));
    }

    /** What a report lists, once all tasks have counted. */
    private static List<Containment> listed(String stopId) {
        long tasks = bench.containment(stopId, "header", 1).getFirst().count();
        long counted = bench.containment(stopId, "count", Math.toIntExact(tasks)).stream()
                .mapToLong(Containment::count)
                .sum();
        List<Containment> listed = bench.containment(stopId, "operation", 0);
        assertThat(listed).hasSize(Math.toIntExact(counted));
        return listed;
    }

    private static void stop(String id, String kind, String name) throws Exception {
        send("""
            {"type":"stop","control_id":"%s","by":"ann","reason":"test","scope":{"kind":"%s","id":"%s"}}\
            """.formatted(id, kind, name));
    }

    private static void send(String command) throws Exception {
        bench.send(new ProducerRecord<>(bench.topics().control(), "any", command.getBytes(StandardCharsets.UTF_8)));
    }
}
