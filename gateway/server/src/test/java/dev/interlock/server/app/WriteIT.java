package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Proposal;
import dev.interlock.server.view.LedgerView;
import dev.interlock.server.view.OutcomeView;
import dev.interlock.worker.Tool;
import dev.interlock.worker.ToolOutput;
import dev.interlock.worker.Verified;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WriteIT {
    private final AtomicInteger executions = new AtomicInteger();
    private final Tool refund = new Tool(
            context -> ToolOutput.ok(Map.of("refund", executions.incrementAndGet())),
            (context, output) -> Verified.committed(1, false, Map.of("receipt", "r-1")));

    @Test
    void aWrite_executesOnce_andTheSameOperationOfAnotherRunAndAfterARestartIsReplayed() throws Exception {
        try (Bench bench = Bench.running("default_policy: strict").with("refund", refund)) {
            AgentClient agent = bench.agent();
            Outcome first = agent.propose(refund(agent.run("run-1", "agent-1")), Bench.PATIENCE);
            assertThat(first.type()).isEqualTo("result");
            assertThat(first.status()).isEqualTo("ok");
            assertThat(first.value().canonical()).isEqualTo("{\"refund\":1}");

            Outcome second = agent.propose(refund(agent.run("run-2", "agent-1")), Bench.PATIENCE);
            assertThat(second.type()).isEqualTo("replayed");
            assertThat(second.value()).isEqualTo(first.value());

            bench.stop();
            bench.start();
            Outcome third = agent.propose(refund(agent.run("run-3", "agent-1")), Bench.PATIENCE);
            assertThat(third.type()).isEqualTo("replayed");
            assertThat(third.value()).isEqualTo(first.value());

            assertThat(executions).hasValue(1);
            assertThat(bench.await(bench.topics().operationDispatches(), Dispatch.class, 1, dispatch -> true))
                    .singleElement()
                    .satisfies(dispatch -> assertThat(dispatch.epoch()).isEqualTo(1));
            assertThat(ledger(bench).state()).isEqualTo("committed");
            assertThat(ledger(bench).receipt().canonical()).isEqualTo("{\"receipt\":\"r-1\"}");
        }
    }

    @Test
    void aProposalSentTenTimes_executesOnceAndIsAnsweredEachTime() throws Exception {
        try (Bench bench = Bench.running("default_policy: strict").with("refund", refund)) {
            AgentClient agent = bench.agent();
            Proposal proposal = refund(agent.run("run-1", "agent-1"));
            Outcome first = agent.propose(proposal, Bench.PATIENCE);
            for (int i = 0; i < 9; i++) {
                assertThat(agent.resend(proposal, Bench.PATIENCE)).isEqualTo(first);
            }
            assertThat(executions).hasValue(1);
            assertThat(outcomes(bench, "run-1")).hasSize(10);
        }
    }

    @Test
    void anEndedRun_answersEveryoneWhoAsksWithTheSameTerminalOutcome() throws Exception {
        try (Bench bench = Bench.running("default_policy: strict").with("refund", refund)) {
            AgentClient agent = bench.agent();
            AgentRun run = agent.run("run-1", "agent-1");
            agent.propose(refund(run), Bench.PATIENCE);
            Outcome end = agent.finish(run, "agent", Bench.PATIENCE);
            assertThat(end.status()).isEqualTo("partial");
            assertThat(end.reason()).isEqualTo("plan_exhausted");
            assertThat(end.lastGood().value().canonical()).isEqualTo("{\"refund\":1}");
            assertThat(end.value())
                    .as("a terminal outcome shows its value once")
                    .isNull();
            assertThat(end.lastGood().operationId()).isEqualTo("refund-order-7");
            assertThat(end.lastGood().revision()).isEqualTo(1);
            assertThat(end.lastGood().receipt().canonical()).isEqualTo("{\"receipt\":\"r-1\"}");
            assertThat(end.operations()).singleElement().satisfies(operation -> {
                assertThat(operation.state()).isEqualTo("committed");
                assertThat(operation.terminal()).isTrue();
                assertThat(operation.receipt().canonical()).isEqualTo("{\"receipt\":\"r-1\"}");
            });
            assertThat(end.allowedNextActions()).containsExactly("resume_after_change", "human_review");

            Proposal late = run.nextTurn().read("look", Map.of()).build();
            Outcome again = agent.propose(late, Bench.PATIENCE);
            assertThat(again.type()).isEqualTo("terminal");
            assertThat(again.proposalId()).isEqualTo(late.proposalId());
            assertThat(again.seq()).isEqualTo(end.seq());
            assertThat(again.reason()).isEqualTo(end.reason());
        }
    }

    private static Proposal refund(AgentRun run) {
        return run.write("refund", "refund-order-7", Map.of("order", 7)).build();
    }

    private static LedgerOperation ledger(Bench bench) {
        return new LedgerView(bench.config().cluster(), bench.config().topics(), Bench.PATIENCE)
                .operation("refund-order-7")
                .orElseThrow();
    }

    private static List<Outcome> outcomes(Bench bench, String runId) {
        return new OutcomeView(bench.config().cluster(), bench.config().topics(), Bench.PATIENCE).ofRun(runId);
    }
}
