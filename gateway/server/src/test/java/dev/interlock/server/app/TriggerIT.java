package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Outcome;
import dev.interlock.worker.Tool;
import dev.interlock.worker.ToolOutput;
import dev.interlock.worker.Verified;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A table whose rows start the flow that writes them: what goes round is the stamp that the worker put on the row. */
class TriggerIT {
    private static final String SHALLOW =
            "policies: {shallow: {extends: balanced, chains: {depth: 3, activations: 50}}}";

    private static final String WIDE = "policies: {wide: {extends: balanced, chains: {depth: 3, activations: 1000}}}";

    private final BlockingQueue<String> table = new LinkedBlockingQueue<>();
    private final Tool row = new Tool(
            call -> {
                table.add(call.causedBy().orElseThrow());
                return ToolOutput.ok(Map.of("written", true));
            },
            (call, output) -> Verified.committed(1, true, Map.of("row", 1)));
    private final Tool look = Tool.reading(call -> ToolOutput.ok(Map.of("seen", 1)));

    @Test
    void aFlowStartedByItsOwnRows_endsAtTheDepthOfItsChain_andItsEndSaysSo() throws Exception {
        try (Bench bench = Bench.running(SHALLOW, "default_policy: shallow")
                .with("row", row)
                .with("look", look)) {
            AgentClient agent = bench.agent();
            Outcome first = agent.propose(
                    agent.run("flow-0", "flow")
                            .write("row", "row-0", Map.of("n", 0))
                            .build(),
                    Bench.PATIENCE);
            assertThat(first.type()).isEqualTo("result");
            int flows = 1;
            Outcome answer = first;
            while (!"denied".equals(answer.type())) {
                String stamp = table.poll(Bench.PATIENCE.toSeconds(), TimeUnit.SECONDS);
                AgentRun flow = agent.run("flow-" + flows, "flow").triggeredBy(stamp);
                assertThat(flows).as("flows").isLessThan(10);
                if (flows == 2) {
                    agent.propose(flow.read("look", Map.of()).build(), Bench.PATIENCE);
                }
                answer = agent.propose(
                        flow.nextTurn()
                                .write("row", "row-" + flows, Map.of("n", flows))
                                .build(),
                        Bench.PATIENCE);
                flows++;
            }
            assertThat(flows).isEqualTo(5);
            assertThat(answer.reason()).isEqualTo("chain_depth");
            assertThat(answer.guard().limit()).isEqualTo(3);
            assertThat(answer.guard().observed()).isEqualTo(4);
            assertEnds(agent);
            assertStamps(bench);
        }
    }

    /** What was counted of a chain is forgotten before the operation it began with, a hundred at a time. */
    @Test
    void whatTriggeredMany_isForgottenInSteps() throws Exception {
        int flows = 250;
        AtomicLong gone = new AtomicLong();
        try (Bench bench = Bench.prepared(WIDE, "default_policy: wide")) {
            bench.start(() -> Instant.now().plusMillis(gone.get()));
            bench.with("row", row).with("look", look);
            AgentClient agent = bench.agent();
            agent.propose(
                    agent.run("flow", "flow")
                            .write("row", "row-0", Map.of("n", 0))
                            .build(),
                    Bench.PATIENCE);
            for (int i = 0; i < flows; i++) {
                AgentRun flow = agent.run("flow-" + i, "flow").triggeredBy("row-0");
                agent.proposeAsync(flow.read("look", Map.of()).build(), Bench.PATIENCE);
            }
            bench.await(
                    bench.topics().outcomes(), Outcome.class, flows + 1, outcome -> "result".equals(outcome.type()));
            gone.set(Duration.ofDays(365).toMillis());
            bench.await(
                    bench.topics().journal(),
                    JournalEntry.class,
                    1,
                    entry ->
                            entry.chain().equals("op:row-0") && entry.decision().equals("forgotten"));
            assertThat(bench.await(
                            bench.topics().journal(),
                            JournalEntry.class,
                            0,
                            entry -> entry.decision().equals("tidied")))
                    .hasSize(flows / 100);
        }
    }

    private static void assertEnds(AgentClient agent) throws InterruptedException {
        Outcome last = agent.terminal("flow-4", Bench.PATIENCE);
        assertThat(last.status()).isEqualTo("stopped");
        assertThat(last.reason()).isEqualTo("chain_depth");
        assertThat(last.activation().root()).isEqualTo("row-0");
        assertThat(last.activation().depth()).isEqualTo(4);
        Outcome third = agent.terminal("flow-3", Bench.PATIENCE);
        assertThat(third.status()).isEqualTo("completed");
        assertThat(third.activation().depth()).isEqualTo(3);
        assertThat(third.activation().children()).isEqualTo(3);
        assertThat(agent.terminal("flow-0", Bench.PATIENCE).activation()).isNull();
    }

    /** A write is stamped with itself, a read with what triggered its run. */
    private static void assertStamps(Bench bench) {
        assertThat(bench.await(
                        bench.topics().operationDispatches(), Dispatch.class, 4, d -> "execute".equals(d.type())))
                .hasSize(4)
                .allSatisfy(d -> assertThat(d.causedBy().operationId()).isEqualTo(d.operationId()));
        assertThat(bench.await(bench.topics().dispatches(), Dispatch.class, 1, d -> "execute".equals(d.type())))
                .singleElement()
                .satisfies(d -> assertThat(d.causedBy().operationId()).isEqualTo("row-1"));
    }
}
