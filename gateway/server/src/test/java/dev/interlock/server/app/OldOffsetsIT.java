package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.Topics;
import dev.interlock.worker.Tool;
import dev.interlock.worker.ToolOutput;
import dev.interlock.worker.Verified;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import io.micrometer.core.instrument.Counter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class OldOffsetsIT {
    private static final int RUNS = 6;

    private final AtomicInteger executions = new AtomicInteger();
    private final Tool refund = new Tool(
            context -> ToolOutput.ok(Map.of("refund", executions.incrementAndGet())),
            (context, output) -> Verified.committed(1, false, Map.of("receipt", "r-1")));

    @Test
    void whatTheBrokerGivesASecondTime_isNotDecidedASecondTime() throws Exception {
        try (Bench bench = Bench.running().with("refund", refund)) {
            AgentClient agent = bench.agent();
            List<AgentRun> runs = IntStream.range(0, RUNS)
                    .mapToObj(run -> agent.run("run-" + run, "agent-1"))
                    .toList();
            refund(agent, runs, "first");
            bench.stop();
            bench.forgetOffsets();
            bench.start();
            refund(agent, runs, "second");

            assertThat(executions).hasValue(2 * RUNS);
            assertThat(bench.await(bench.topics().journal(), JournalEntry.class, RUNS, entry -> true))
                    .extracting(entry -> List.of(
                            entry.chain(),
                            entry.input().topic(),
                            entry.input().partition(),
                            entry.input().offset()))
                    .doesNotHaveDuplicates();
            Topics topics = bench.topics();
            Stream.of(topics.proposals(), topics.stageRequests(), topics.operationResults(), topics.stageAnswers())
                    .forEach(topic -> Awaitility.await(topic)
                            .atMost(Bench.PATIENCE)
                            .until(() -> passedOver(bench, topic) >= RUNS));
        }
    }

    private static void refund(AgentClient agent, List<AgentRun> runs, String name) throws InterruptedException {
        for (AgentRun run : runs) {
            String operation = name + "-" + run.runId();
            String type = agent.propose(
                            run.write("refund", operation, Map.of("of", operation))
                                    .build(),
                            Bench.PATIENCE)
                    .type();
            assertThat(type).isEqualTo("result");
        }
    }

    private static double passedOver(Bench bench, String topic) {
        return bench.registry().find("interlock.repeated").tag("topic", topic).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }
}
