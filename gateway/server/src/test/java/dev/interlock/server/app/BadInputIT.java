package dev.interlock.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.interlock.schemas.DeadLetter;
import dev.interlock.schemas.Outcome;
import dev.interlock.server.view.OutcomeView;
import dev.interlock.worker.Tool;
import dev.interlock.worker.ToolOutput;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class BadInputIT {
    private static final Tool LOOK = Tool.reading(context -> ToolOutput.ok(Map.of("seen", 1)));

    @Test
    void whatCannotBeRead_becomesADeadLetterWithTheReason_andGoodRecordsAroundItAreDecided() throws Exception {
        try (Bench bench = Bench.running().with("look", LOOK)) {
            AgentClient agent = bench.agent();
            AgentRun run = agent.run("run-1", "agent-1");
            agent.propose(run.read("look", Map.of("n", 1)).build(), Bench.PATIENCE);

            String proposals = bench.topics().proposals();
            bench.send(new ProducerRecord<>(proposals, "run-1", text("{\"run_id\":\"run-1\",")));
            bench.send(new ProducerRecord<>(proposals, "run-1", text("{\"type\":5}")));
            bench.send(new ProducerRecord<>(proposals, "run-1", HexFormat.of().parseHex("c301aabbccddeeff0011")));
            bench.send(new ProducerRecord<>(proposals, "run-1", text("hello")));
            bench.send(new ProducerRecord<>(proposals, "nobody", text("{}")));
            bench.send(new ProducerRecord<>(proposals, null, text("{}")));
            bench.send(new ProducerRecord<>(proposals, "run-1", null));
            bench.send(new ProducerRecord<>(proposals, "run-1", proposal("run-2", "p-2")));
            bench.send(new ProducerRecord<>(bench.topics().results(), "run-1", text("[]")));
            bench.send(new ProducerRecord<>(bench.topics().operationResults(), "op-1", text("{\"type\":\"x\"}")));
            bench.send(new ProducerRecord<>(bench.topics().control(), "c", text("{\"type\":\"stop\"}")));

            List<DeadLetter> letters = bench.await(bench.topics().deadLetters(), DeadLetter.class, 11, letter -> true);
            assertThat(letters)
                    .extracting(
                            letter -> letter.source().topic().replaceFirst("bench\\d+\\.", ""),
                            letter -> letter.error().rule())
                    .containsExactlyInAnyOrder(
                            tuple("proposals", "syntax"),
                            tuple("proposals", "type"),
                            tuple("proposals", "unknown_schema"),
                            tuple("proposals", "format"),
                            tuple("proposals", "required"),
                            tuple("proposals", "required"),
                            tuple("proposals", "format"),
                            tuple("proposals", "must equal run_id"),
                            tuple("results", "format"),
                            tuple("operation-results", "required"),
                            tuple("control", "required"));

            Outcome good =
                    agent.propose(run.nextTurn().read("look", Map.of("n", 2)).build(), Bench.PATIENCE);
            assertThat(good.status()).isEqualTo("ok");
            assertThat(good.used().denials()).isEqualTo(6);
            assertThat(outcomes(bench, "run-1"))
                    .filteredOn(outcome -> "denied".equals(outcome.type()))
                    .hasSize(6)
                    .allSatisfy(denied -> {
                        assertThat(denied.reason()).isEqualTo("invalid_call");
                        assertThat(denied.error().rule()).isNotEmpty();
                    });
            assertThat(outcomes(bench, "nobody")).isEmpty();
            assertThat(outcomes(bench, "run-2")).isEmpty();
        }
    }

    @Test
    void aReadableProposalWithAnImpossibleCall_isDeniedWithFieldAndRule() throws Exception {
        try (Bench bench = Bench.running().with("look", LOOK)) {
            AgentClient agent = bench.agent();
            AgentRun run = agent.run("run-1", "agent-1");
            Outcome noTool = agent.propose(run.read("look", Map.of()).tool(null).build(), Bench.PATIENCE);
            assertThat(noTool.reason()).isEqualTo("invalid_call");
            assertThat(noTool.error().field()).isEqualTo("tool");

            Outcome badKind =
                    agent.propose(run.read("look", Map.of()).kind("erase").build(), Bench.PATIENCE);
            assertThat(badKind.reason()).isEqualTo("invalid_call");
            assertThat(badKind.error().field()).isEqualTo("kind");
            assertThat(badKind.error().value()).isEqualTo("erase");

            Outcome noId = agent.propose(run.write("look", "", Map.of()).build(), Bench.PATIENCE);
            assertThat(noId.reason()).isEqualTo("missing_operation_id");
        }
    }

    @Test
    void aProposalOnTheWrongPartition_isWrittenToTheRightOneWithItsOrigin_andDecidedThere() throws Exception {
        try (Bench bench = Bench.running().with("look", LOOK)) {
            for (int partition = 0; partition < Bench.PARTITIONS; partition++) {
                bench.send(new ProducerRecord<>(
                        bench.topics().proposals(), partition, "run-1", proposal("run-1", "p-" + partition)));
            }
            bench.await(
                    bench.topics().outcomes(),
                    Outcome.class,
                    Bench.PARTITIONS,
                    outcome -> "ok".equals(outcome.status()));

            assertThat(bench.read(bench.topics().proposals()))
                    .filteredOn(record -> record.headers().lastHeader("interlock-origin") != null)
                    .hasSize(Bench.PARTITIONS - 1)
                    .allSatisfy(record -> assertThat(new String(
                                    record.headers()
                                            .lastHeader("interlock-origin")
                                            .value(),
                                    StandardCharsets.UTF_8))
                            .startsWith(bench.topics().proposals() + "/"));
            assertThat(bench.registry()
                            .counter(
                                    "interlock.rerouted",
                                    "topic",
                                    bench.topics().proposals())
                            .count())
                    .isEqualTo(Bench.PARTITIONS - 1);
        }
    }

    private static byte[] proposal(String runId, String proposalId) {
        return text("""
            {"type":"call","proposal_id":"%s","run_id":"%s","agent_id":"agent-1","turn":1,"tool":"look",
             "kind":"read","args":{"for":"%s"},"issued_at_ms":%d}
            """.formatted(proposalId, runId, proposalId, System.currentTimeMillis()));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<Outcome> outcomes(Bench bench, String runId) {
        return new OutcomeView(bench.config().cluster(), bench.config().topics(), Bench.PATIENCE).ofRun(runId);
    }
}
