package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.Dispatch;
import dev.interlock.worker.Tool;
import dev.interlock.worker.ToolOutput;
import dev.interlock.worker.Verified;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class InstancesIT {
    private static final int RUNS = 12;

    private final AtomicInteger executions = new AtomicInteger();
    private final Tool refund = new Tool(
            context -> ToolOutput.ok(Map.of("refund", executions.incrementAndGet())),
            (context, output) -> Verified.committed(1, false, Map.of("receipt", "r-1")));

    @Test
    void twoGateways_shareThePartitions_andWhatOneDecidedTheOtherKnowsWhenItIsGone() throws Exception {
        try (Bench bench = Bench.running().with("refund", refund)) {
            bench.another();
            AgentClient agent = bench.agent();
            for (int i = 0; i < RUNS; i++) {
                assertThat(answer(agent, "first-" + i, i)).isEqualTo("result");
            }
            bench.stop();
            for (int i = 0; i < RUNS; i++) {
                assertThat(answer(agent, "second-" + i, i)).isEqualTo("replayed");
            }
            assertThat(executions).hasValue(RUNS);
            List<Dispatch> dispatches =
                    bench.await(bench.topics().operationDispatches(), Dispatch.class, RUNS, dispatch -> true);
            assertThat(dispatches).extracting(Dispatch::operationId).doesNotHaveDuplicates();
        }
    }

    private static String answer(AgentClient agent, String runId, int operation) throws InterruptedException {
        AgentRun run = agent.run(runId, "agent-1");
        return agent.propose(
                        run.write("refund", "refund-" + operation, Map.of("n", operation))
                                .build(),
                        Bench.PATIENCE)
                .type();
    }
}
