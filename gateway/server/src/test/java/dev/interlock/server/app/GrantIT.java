package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.policy.Ceilings;
import dev.interlock.schemas.DeadLetter;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Outcome;
import dev.interlock.worker.Tool;
import dev.interlock.worker.ToolOutput;
import dev.interlock.worker.Verified;
import dev.interlock.worker.agent.AgentRun;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class GrantIT {
    private static final String[] POLICY = {
        "policies: {tight: {extends: balanced, ceilings: {calls: 1}, actions: {call_budget: deny}}}",
        "default_policy: tight"
    };

    private final AtomicInteger executions = new AtomicInteger();
    private final Tool look = new Tool(
            context ->
                    ToolOutput.ok(Map.of("seen", executions.incrementAndGet())).withCostMicros(7),
            (context, output) -> Verified.seen(executions.get(), false));

    @Test
    void runAtItsCallCap_goesOnWithWhatIsGranted_andTheJournalSaysWhoGaveItAndWhy() throws Exception {
        try (Bench bench = Bench.running(POLICY).with("look", look)) {
            AgentRun run = bench.agent().run("run-1", "agent-1");
            Outcome looked = look(bench, run, 1);
            assertThat(looked.type()).isEqualTo("result");
            assertThat(looked.used().costMicros()).isEqualTo(7);
            assertThat(looked.remaining().costMicros()).isEqualTo(Ceilings.MOST_MICROS - 7);
            assertThat(look(bench, run, 2).reason()).isEqualTo("call_budget");

            bench.send(grant(bench, "g-1", "run-1", "calls", 1));
            JournalEntry entry = decided(bench, 1, "raised");
            assertThat(entry.chain()).isEqualTo("run:run-1");
            assertThat(entry.input().facts().toString())
                    .contains("\"control_id\":\"g-1\"", "\"by\":\"ann\"", "\"reason\":\"large order\"");
            assertThat(entry.input().origin().topic()).isEqualTo(bench.topics().control());

            bench.send(grant(bench, "g-1", "run-1", "calls", 1));
            decided(bench, 1, "ignored");
            assertThat(look(bench, run, 3).type()).isEqualTo("result");
            assertThat(look(bench, run, 4).reason()).isEqualTo("call_budget");
            assertThat(executions).hasValue(2);
        }
    }

    @Test
    void whatCannotBeGranted_getsADeadLetterThatSaysWhy() throws Exception {
        try (Bench bench = Bench.running(POLICY).with("look", look)) {
            AgentRun run = bench.agent().run("run-1", "agent-1");
            look(bench, run, 1);
            bench.send(grant(bench, "g-1", "run-1", "cost", 5));
            assertLetter(bench, "grants[0].budget", "cost");
            bench.send(grant(bench, "g-2", "run-1", "calls", 1_000_000));
            assertLetter(bench, "grants.calls", "1000000");
            bench.send(grant(bench, "g-3", "run-2", "calls", 5));
            assertLetter(bench, "run_id", "run-2");
            bench.agent().propose(run.finish("agent").build(), Bench.PATIENCE);
            bench.send(grant(bench, "g-4", "run-1", "calls", 5));
            assertLetter(bench, "run_id", "run-1 is ended");
        }
    }

    private static Outcome look(Bench bench, AgentRun run, int n) throws InterruptedException {
        return bench.agent().propose(run.read("look", Map.of("n", n)).build(), Bench.PATIENCE);
    }

    private static JournalEntry decided(Bench bench, int count, String decision) {
        return bench.await(
                        bench.topics().journal(),
                        JournalEntry.class,
                        count,
                        entry -> "grant".equals(entry.input().kind()) && decision.equals(entry.decision()))
                .get(count - 1);
    }

    private static void assertLetter(Bench bench, String field, String value) {
        bench.await(
                bench.topics().deadLetters(),
                DeadLetter.class,
                1,
                letter -> field.equals(letter.error().field())
                        && value.equals(letter.error().value()));
    }

    private static ProducerRecord<String, byte[]> grant(
            Bench bench, String controlId, String runId, String budget, long amount) {
        String json = """
            {"type":"grant","control_id":"%s","by":"ann","reason":"large order","run_id":"%s",\
            "grants":[{"budget":"%s","amount":%d}]}\
            """.formatted(controlId, runId, budget, amount);
        return new ProducerRecord<>(bench.topics().control(), "any", json.getBytes(StandardCharsets.UTF_8));
    }
}
