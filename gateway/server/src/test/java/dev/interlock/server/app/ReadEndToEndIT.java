package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.Outcome;
import dev.interlock.worker.Tool;
import dev.interlock.worker.ToolOutput;
import dev.interlock.worker.Verified;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReadEndToEndIT {
    private static final Tool LOOK =
            new Tool(context -> ToolOutput.ok(Map.of("seen", 7)), (context, output) -> Verified.seen(1, true));

    @Test
    void aRead_isDispatchedExecutedAndAnswered_andValidatedDoneCompletesTheRun() throws Exception {
        try (Bench bench = Bench.running("default_policy: strict").with("look", LOOK)) {
            AgentClient agent = bench.agent();
            AgentRun run = agent.run("run-1", "agent-1");

            Outcome answer = agent.propose(run.read("look", Map.of("at", "x")).build(), Bench.PATIENCE);
            assertThat(answer.type()).isEqualTo("result");
            assertThat(answer.status()).isEqualTo("ok");
            assertThat(answer.value().canonical()).isEqualTo("{\"seen\":7}");

            Outcome end = agent.terminal("run-1", Bench.PATIENCE);
            assertThat(end.status()).isEqualTo("completed");
            assertThat(end.reason()).isEqualTo("validated_done");
        }
    }
}
