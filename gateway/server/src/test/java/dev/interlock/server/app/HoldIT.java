package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.DeadLetter;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.HoldNotice;
import dev.interlock.schemas.JournalEntry;
import dev.interlock.schemas.LedgerOperation;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Proposal;
import dev.interlock.server.view.LedgerView;
import dev.interlock.worker.Tool;
import dev.interlock.worker.ToolOutput;
import dev.interlock.worker.Verified;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HoldIT {
    private static final String[] POLICY = {
        "policies: {careful: {extends: balanced, approval: {tools: [refund]}}}", "default_policy: careful"
    };

    private final AtomicInteger executions = new AtomicInteger();
    private final Tool refund = new Tool(
            context -> ToolOutput.ok(Map.of("refund", executions.incrementAndGet())),
            (context, output) -> Verified.committed(1, true, Map.of("receipt", "r-1")));

    @Test
    void anApprovedCall_runsOnceWithWhatWasShown_andItsApprovalStandsInDispatchAndLedger() throws Exception {
        try (Bench bench = Bench.running(POLICY).with("refund", refund)) {
            HoldNotice hold = hold(propose(bench, "run-1"));
            assertThat(hold.call().args().toString()).isEqualTo("{\"amount\":30}");
            assertThat(hold.call().operationId()).isEqualTo("refund-7");
            assertThat(executions).hasValue(0);

            bench.send(answer(bench, "approve", hold.holdId(), hold.digest()));
            bench.await(bench.topics().outcomes(), Outcome.class, 1, is("result"));
            Outcome end = bench.await(bench.topics().outcomes(), Outcome.class, 1, is("terminal"))
                    .get(0);
            assertThat(end.reason()).isEqualTo("validated_done");
            assertThat(executions).hasValue(1);
            assertThat(bench.await(bench.topics().operationDispatches(), Dispatch.class, 1, d -> true))
                    .singleElement()
                    .satisfies(dispatch -> {
                        assertThat(dispatch.approvalId()).isEqualTo(hold.holdId());
                        assertThat(dispatch.args().toString()).isEqualTo("{\"amount\":30}");
                    });
            LedgerOperation operation = new LedgerView(
                            bench.config().cluster(), bench.config().topics(), Bench.PATIENCE)
                    .operation("refund-7")
                    .orElseThrow();
            assertThat(operation.approvalId()).isEqualTo(hold.holdId());
        }
    }

    @Test
    void anApprovalOfAnotherCall_startsNothing_andTheRightOneStillDoes() throws Exception {
        try (Bench bench = Bench.running(POLICY).with("refund", refund)) {
            HoldNotice hold = hold(propose(bench, "run-1"));
            bench.send(answer(bench, "approve", hold.holdId(), "0".repeat(64)));
            bench.await(
                    bench.topics().journal(), JournalEntry.class, 1, entry -> "mismatched".equals(entry.decision()));
            DeadLetter letter = bench.await(bench.topics().deadLetters(), DeadLetter.class, 1, l -> true)
                    .get(0);
            assertThat(letter.error().field()).isEqualTo("digest");
            assertThat(letter.error().value()).isEqualTo("0".repeat(64));
            bench.send(answer(bench, "approve", hold.holdId(), null));
            bench.await(
                    bench.topics().deadLetters(),
                    DeadLetter.class,
                    1,
                    unseen -> unseen.error().rule().startsWith("required"));
            assertThat(executions).hasValue(0);
            bench.send(answer(bench, "approve", hold.holdId(), hold.digest()));
            bench.await(bench.topics().outcomes(), Outcome.class, 1, is("result"));
            assertThat(executions).hasValue(1);
        }
    }

    @Test
    void aHeldCall_outlivesTheGatewayAndItsKey_andWhatItDidIsKnownUnderTheNextOne(@TempDir Path directory)
            throws Exception {
        String first =
                "{key_id: k1, secret_file: '" + Files.writeString(directory.resolve("1"), "0123456789abcdef") + "'}";
        String second =
                "key_id: k2, secret_file: '" + Files.writeString(directory.resolve("2"), "fedcba9876543210") + "'";
        try (Bench bench = Bench.running(with("fingerprint: " + first)).with("refund", refund)) {
            AgentClient agent = bench.agent();
            Proposal proposal = refund(agent.run("run-1", "agent-1"), 30);
            HoldNotice hold = hold(agent.propose(proposal, Bench.PATIENCE));
            bench.restart(with("fingerprint: {" + second + ", known: [" + first + "]}"));
            assertThat(agent.resend(proposal, Bench.PATIENCE).type()).isEqualTo("paused");
            bench.send(answer(bench, "approve", hold.holdId(), hold.digest()));
            bench.await(bench.topics().outcomes(), Outcome.class, 1, is("result"));
            assertThat(executions).hasValue(1);

            bench.restart("fingerprint: {" + second + ", known: [" + first + "]}");
            assertThat(agent.propose(refund(agent.run("run-2", "agent-1"), 30), Bench.PATIENCE)
                            .type())
                    .isEqualTo("replayed");
            assertThat(agent.propose(refund(agent.run("run-3", "agent-1"), 31), Bench.PATIENCE)
                            .reason())
                    .isEqualTo("operation_conflict");
            bench.restart("fingerprint: {" + second + "}");
            assertThat(agent.propose(refund(agent.run("run-4", "agent-1"), 30), Bench.PATIENCE)
                            .reason())
                    .isEqualTo("identity_rule_changed");
            assertThat(executions).hasValue(1);
        }
    }

    private static String[] with(String line) {
        return Stream.concat(Arrays.stream(POLICY), Stream.of(line)).toArray(String[]::new);
    }

    private static Proposal refund(AgentRun run, int amount) {
        return run.write("refund", "refund-7", Map.of("amount", amount))
                .proposalId("p-1")
                .build();
    }

    @Test
    void aRejection_endsTheRun_andSoDoesSilence_andTheyAreToldApart() throws Exception {
        String[] brief = {
            "policies: {careful: {extends: balanced, horizons: {hold_ms: 3000}, approval: {tools: [refund]}}}",
            "default_policy: careful"
        };
        try (Bench bench = Bench.running(brief).with("refund", refund)) {
            HoldNotice hold = hold(propose(bench, "run-1"));
            bench.send(answer(bench, "reject", hold.holdId(), null));
            propose(bench, "run-2");
            assertThat(end(bench, "run-1").reason()).isEqualTo("approval_rejected");
            assertThat(end(bench, "run-2").reason()).isEqualTo("approval_expired");
            assertThat(end(bench, "run-2").status()).isEqualTo("needs_human");
            assertThat(executions).hasValue(0);
        }
    }

    @Test
    void aStop_isNotUndoneByALaterApproval() throws Exception {
        try (Bench bench = Bench.running(POLICY).with("refund", refund)) {
            HoldNotice hold = hold(propose(bench, "run-1"));
            bench.send(control(
                    bench,
                    "{\"type\":\"stop\",\"control_id\":\"s1\",\"by\":\"ann\",\"reason\":\"test\","
                            + "\"scope\":{\"kind\":\"run\",\"id\":\"run-1\"}}"));
            assertThat(end(bench, "run-1").reason()).isEqualTo("operator_stop");
            bench.send(answer(bench, "approve", hold.holdId(), hold.digest()));
            bench.await(
                    bench.topics().journal(),
                    JournalEntry.class,
                    1,
                    entry -> "approve".equals(entry.input().kind()) && "ignored".equals(entry.decision()));
            assertThat(executions).hasValue(0);
            DeadLetter letter = bench.await(bench.topics().deadLetters(), DeadLetter.class, 1, l -> true)
                    .get(0);
            assertThat(letter.error().field()).isEqualTo("hold_id");
            assertThat(letter.error().value()).isEqualTo(hold.holdId());
        }
    }

    @Test
    void aHeldProposalSentAgainAfterItsRunEnded_isToldHowItEnded() throws Exception {
        try (Bench bench = Bench.running(POLICY).with("refund", refund)) {
            AgentClient agent = bench.agent();
            Proposal proposal = agent.run("run-1", "agent-1")
                    .write("refund", "refund-7", Map.of("amount", 30))
                    .proposalId("p-1")
                    .build();
            hold(agent.propose(proposal, Bench.PATIENCE));
            assertThat(agent.resend(proposal, Bench.PATIENCE).type()).isEqualTo("paused");
            bench.send(control(
                    bench,
                    "{\"type\":\"stop\",\"control_id\":\"s1\",\"by\":\"ann\",\"reason\":\"test\","
                            + "\"scope\":{\"kind\":\"run\",\"id\":\"run-1\"}}"));
            assertThat(end(bench, "run-1").reason()).isEqualTo("operator_stop");
            assertThat(agent.resend(proposal, Bench.PATIENCE).type()).isEqualTo("terminal");
            bench.await(
                    bench.topics().outcomes(),
                    Outcome.class,
                    1,
                    outcome -> outcome.type().equals("terminal") && "p-1".equals(outcome.proposalId()));
        }
    }

    private static Outcome propose(Bench bench, String runId) throws InterruptedException {
        AgentClient agent = bench.agent();
        AgentRun run = agent.run(runId, "agent-1");
        return agent.propose(refund(run, 30), Bench.PATIENCE);
    }

    private static HoldNotice hold(Outcome paused) {
        assertThat(paused.type()).isEqualTo("paused");
        assertThat(paused.reason()).isEqualTo("approval_required");
        return paused.hold();
    }

    private static Outcome end(Bench bench, String runId) {
        return bench.await(
                        bench.topics().outcomes(),
                        Outcome.class,
                        1,
                        outcome -> "terminal".equals(outcome.type()) && runId.equals(outcome.runId()))
                .get(0);
    }

    private static Predicate<Outcome> is(String type) {
        return outcome -> type.equals(outcome.type());
    }

    private static ProducerRecord<String, byte[]> answer(Bench bench, String type, String holdId, String digest) {
        String seen = digest == null ? "" : ",\"digest\":\"" + digest + "\"";
        return control(
                bench,
                "{\"type\":\"%s\",\"control_id\":\"c-%s-%s\",\"by\":\"ann\",\"reason\":\"test\",\"run_id\":\"run-1\",\"hold_id\":\"%s\"%s}"
                        .formatted(type, type, seen.length(), holdId, seen));
    }

    private static ProducerRecord<String, byte[]> control(Bench bench, String json) {
        return new ProducerRecord<>(bench.topics().control(), "any", json.getBytes(StandardCharsets.UTF_8));
    }
}
