package dev.interlock.worker.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.schemas.CausedBy;
import dev.interlock.schemas.Format;
import dev.interlock.schemas.InvalidRecordException;
import dev.interlock.schemas.Json;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.OutcomeBuilder;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.ProposalBuilder;
import dev.interlock.schemas.RecordCodec;
import dev.interlock.worker.Connection;
import dev.interlock.worker.Tap;
import dev.interlock.worker.TestBroker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AgentClientTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final RecordCodec<Outcome> OUTCOMES = RecordCodec.of(Outcome.class);

    private final Connection connection = TestBroker.newTopics();
    private KafkaProducer<String, byte[]> gateway;
    private Tap<Proposal> proposals;
    private AgentClient agent;
    private AgentRun run;

    @BeforeEach
    void connect() {
        gateway = new KafkaProducer<>(connection.producerConfig());
        proposals = new Tap<>(connection, connection.topics().proposals(), Proposal.class);
        agent = AgentClient.open(connection);
        run = agent.run("run-1", "planner");
    }

    @AfterEach
    void disconnect() {
        agent.close();
        proposals.close();
        gateway.close();
    }

    @Test
    void proposal_isOnTheTopicUnderItsRun_withEverythingSaid() {
        Proposal proposal = run.triggeredBy("row-7")
                .atTurn(3)
                .write("crm.update", "op-9", Map.of("name", "Ada"))
                .estimatedCostMicros(7L)
                .build();

        agent.proposeAsync(proposal, LONG);

        assertThat(proposals.await(seen -> true)).isEqualTo(proposal);
        assertThat(proposals.raw().get(0).key()).isEqualTo("run-1".getBytes(StandardCharsets.UTF_8));
        assertThat(proposal)
                .extracting(Proposal::kind, Proposal::operationId, Proposal::turn, Proposal::estimatedCostMicros)
                .containsExactly("write", "op-9", 3, 7L);
        assertThat(proposal.args()).isEqualTo(Json.parse("{\"name\":\"Ada\"}"));
        assertThat(proposal.causedBy()).isEqualTo(new CausedBy("row-7"));
    }

    @Test
    void propose_returnsTheOutcomeWithItsId_andNoOther() throws Exception {
        Proposal proposal = run.read("crm.read").build();
        CompletableFuture<Outcome> answer = agent.proposeAsync(proposal, LONG);

        publish(outcome("result", "run-1", "another-proposal"));
        publish(outcome("result", "run-2", proposal.proposalId()));
        publish(outcome("settled", "run-1", proposal.proposalId()));
        publish(outcome("denied", "run-1", proposal.proposalId()));

        assertThat(answer.get(30, TimeUnit.SECONDS).type()).isEqualTo("denied");
    }

    @Test
    void propose_isAnsweredByTheTerminalOutcomeOfItsRun() throws Exception {
        CompletableFuture<Outcome> first = agent.proposeAsync(run.read("a").build(), LONG);
        CompletableFuture<Outcome> second = agent.proposeAsync(run.read("b").build(), LONG);
        CompletableFuture<Outcome> otherRun =
                agent.proposeAsync(agent.run("run-2", "planner").read("a").build(), LONG);

        publish(outcome("terminal", "run-1", null));

        assertThat(first.get(30, TimeUnit.SECONDS).type()).isEqualTo("terminal");
        assertThat(second.get(30, TimeUnit.SECONDS).type()).isEqualTo("terminal");
        assertThat(otherRun).isNotDone();
    }

    @Test
    void propose_withoutAnAnswer_endsWithinItsLimitAndSaysThatItProvesNothing() {
        Proposal proposal = run.read("crm.read").build();

        assertThatThrownBy(() -> agent.propose(proposal, SHORT))
                .isInstanceOf(NoAnswerException.class)
                .hasMessageContaining(proposal.proposalId())
                .hasMessageContaining("run-1")
                .hasMessageContaining("300 ms");
    }

    @Test
    void resend_putsTheSameBytesOnTheTopicAgain_andGetsTheAnswerThatWasMissed() {
        Proposal proposal = run.read("crm.read").build();
        assertThatThrownBy(() -> agent.propose(proposal, SHORT)).isInstanceOf(NoAnswerException.class);

        CompletableFuture<Outcome> answer = CompletableFuture.supplyAsync(() -> resent(proposal));
        List<Proposal> sent = proposals.awaitCount(2, seen -> true);
        publish(outcome("result", "run-1", proposal.proposalId()));

        assertThat(answer.join().proposalId()).isEqualTo(proposal.proposalId());
        assertThat(sent).containsExactly(proposal, proposal);
        assertThat(proposals.raw().get(0).value())
                .isEqualTo(proposals.raw().get(1).value());
    }

    @Test
    void sameProposalWaitedForTwice_answersBoth() throws Exception {
        Proposal proposal = run.read("crm.read").build();
        CompletableFuture<Outcome> first = agent.proposeAsync(proposal, LONG);
        CompletableFuture<Outcome> second = agent.proposeAsync(proposal, LONG);

        publish(outcome("result", "run-1", proposal.proposalId()));

        assertThat(first.get(30, TimeUnit.SECONDS)).isEqualTo(second.get(30, TimeUnit.SECONDS));
    }

    @Test
    void terminalOutcomePublishedAgainForAnotherProposal_doesNotAnswerAResend() throws Exception {
        AgentRun run = agent.run("run-1", "agent-1");
        CompletableFuture<Outcome> resent =
                agent.proposeAsync(run.read("search").proposalId("p-1").build(), LONG);
        publish(outcome("terminal", "run-1", "p-2"));
        publish(outcome("result", "run-1", "p-1"));
        assertThat(resent.get(30, TimeUnit.SECONDS).type()).isEqualTo("result");
    }

    @Test
    void terminal_isKnownAfterItCame_forARunThisClientDealtWith() throws Exception {
        CompletableFuture<Outcome> answer = agent.proposeAsync(run.read("a").build(), LONG);
        publish(outcome("terminal", "run-1", null));
        Outcome terminal = answer.get(30, TimeUnit.SECONDS);

        assertThat(agent.terminal("run-1", SHORT)).isEqualTo(terminal);
        assertThatThrownBy(() -> agent.terminal("run-2", SHORT))
                .isInstanceOf(NoAnswerException.class)
                .hasMessageContaining("run-2");
    }

    @Test
    void finish_proposesTheEndAndReturnsTheTerminalOutcome() {
        CompletableFuture<Outcome> ended = CompletableFuture.supplyAsync(this::finished);
        Proposal seen = proposals.await(proposal -> true);
        publish(outcome("terminal", "run-1", seen.proposalId()));

        assertThat(ended.join().type()).isEqualTo("terminal");
        assertThat(seen).extracting(Proposal::type, Proposal::cause).containsExactly("finish", "framework_limit");
    }

    @Test
    void outcomeInAnAbortedTransaction_isNotSeen() throws Exception {
        Map<String, Object> config = connection.producerConfig();
        config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, connection.topicPrefix() + "gateway");
        Proposal proposal = run.read("crm.read").build();
        CompletableFuture<Outcome> answer = agent.proposeAsync(proposal, LONG);

        try (KafkaProducer<String, byte[]> transactional = new KafkaProducer<>(config)) {
            transactional.initTransactions();
            transactional.beginTransaction();
            transactional.send(message(outcome("denied", "run-1", proposal.proposalId())));
            transactional.flush();
            transactional.abortTransaction();
            transactional.beginTransaction();
            transactional.send(message(outcome("result", "run-1", proposal.proposalId())));
            transactional.commitTransaction();
        }

        assertThat(answer.get(30, TimeUnit.SECONDS).type()).isEqualTo("result");
    }

    @Test
    void outcomeThatCannotBeRead_doesNotStopTheOthers() throws Exception {
        Proposal proposal = run.read("crm.read").build();
        CompletableFuture<Outcome> answer = agent.proposeAsync(proposal, LONG);

        gateway.send(new ProducerRecord<>(
                connection.topics().outcomes(), "run-1", "{broken".getBytes(StandardCharsets.UTF_8)));
        publish(outcome("result", "run-1", proposal.proposalId()));

        assertThat(answer.get(30, TimeUnit.SECONDS).type()).isEqualTo("result");
    }

    @Test
    void proposalThatBreaksTheContract_isRefusedAndNotSent() {
        Proposal proposal = ProposalBuilder.builder(run.read("crm.read").build())
                .proposalId("")
                .build();

        assertThatThrownBy(() -> agent.propose(proposal, LONG))
                .isInstanceOf(InvalidRecordException.class)
                .hasMessageContaining("proposal_id");
        assertThat(proposals.all()).isEmpty();
    }

    @Test
    void answerThatBlocksWhoeverWaitsForIt_doesNotHoldUpOthers() throws Exception {
        CompletableFuture<Void> released = new CompletableFuture<>();
        Proposal slow = run.read("a").build();
        Proposal quick = run.read("b").build();
        CompletableFuture<Void> blocked = agent.proposeAsync(slow, LONG)
                .thenAccept(outcome -> released.orTimeout(30, TimeUnit.SECONDS).join());
        CompletableFuture<Outcome> answer = agent.proposeAsync(quick, LONG);

        publish(outcome("result", "run-1", slow.proposalId()));
        publish(outcome("result", "run-1", quick.proposalId()));

        assertThat(answer.get(30, TimeUnit.SECONDS).proposalId()).isEqualTo(quick.proposalId());
        released.complete(null);
        blocked.get(30, TimeUnit.SECONDS);
    }

    @Test
    void close_endsEveryWait_andWhatComesAfterIt() {
        CompletableFuture<Outcome> answer = agent.proposeAsync(run.read("a").build(), LONG);

        agent.close();

        assertThatThrownBy(() -> answer.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(NoAnswerException.class);
        assertThatThrownBy(() -> agent.propose(run.read("b").build(), LONG)).isInstanceOf(NoAnswerException.class);
    }

    @Test
    void client_writesTheFormatOfItsConnection() {
        try (AgentClient avro = AgentClient.open(connection.withFormat(Format.AVRO))) {
            Proposal proposal = run.read("crm.read").build();
            avro.proposeAsync(proposal, LONG);

            assertThat(proposals.await(seen -> true)).isEqualTo(proposal);
            assertThat(Format.of(proposals.raw().get(0).value())).isEqualTo(Format.AVRO);
        }
    }

    @Test
    void topicsThatDoNotExist_areNamed() {
        assertThatThrownBy(() -> AgentClient.open(connection.withTopicPrefix("nowhere.")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nowhere.outcomes");
    }

    private Outcome resent(Proposal proposal) {
        try {
            return agent.resend(proposal, LONG);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Outcome finished() {
        try {
            return agent.finish(run, "framework_limit", LONG);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Outcome outcome(String type, String runId, String proposalId) {
        return OutcomeBuilder.builder()
                .type(type)
                .runId(runId)
                .proposalId(proposalId)
                .seq(1)
                .atMs(1)
                .build();
    }

    private void publish(Outcome outcome) {
        gateway.send(message(outcome));
    }

    private ProducerRecord<String, byte[]> message(Outcome outcome) {
        return new ProducerRecord<>(
                connection.topics().outcomes(), outcome.runId(), OUTCOMES.encode(outcome, Format.JSON));
    }
}
