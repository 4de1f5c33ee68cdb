package dev.interlock.proof.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.chaos.cluster.Cluster;
import dev.interlock.chaos.cluster.Settings;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Proposal;
import dev.interlock.schemas.ProposalBuilder;
import dev.interlock.schemas.Symbols.OutcomeType;
import dev.interlock.schemas.Symbols.Status;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** What must hold on any broker: topics are made, a read and a write are executed once, and the run is completed. */
final class EndToEnd {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private EndToEnd() {}

    /**
     * Lives a run with a gateway and a worker in processes of their own.
     *
     * @param bootstrapServers where the broker is
     * @param name names the topics
     */
    static void live(String bootstrapServers, String name) throws Exception {
        try (Cluster cluster = Cluster.at(bootstrapServers, Path.of("target", "proof", name), Settings.timeless())) {
            cluster.gateway("gateway").awaitReady();
            cluster.worker("worker", 2).awaitReady();
            AgentClient client = cluster.agent();
            AgentRun run = client.run("run", "agent");
            Proposal pay = pay(run.atTurn(2)).build();

            assertThat(ask(client, look(run, 1, false))).returns(OutcomeType.RESULT, Outcome::type);
            Outcome paid = ask(client, pay);
            assertThat(paid).returns(OutcomeType.RESULT, Outcome::type).returns(Status.OK, Outcome::status);
            assertThat(ask(client, pay)).as("the same proposal again").isEqualTo(paid);
            assertThat(ask(client, pay(client.run("other", "agent")).build()))
                    .returns(OutcomeType.REPLAYED, Outcome::type);
            assertThat(ask(client, look(run.atTurn(3), 3, true))).returns(OutcomeType.RESULT, Outcome::type);
            assertThat(client.terminal(run.runId(), PATIENCE)).returns("completed", Outcome::status);

            assertThat(cluster.receiver().calls("invoice-7")).hasSize(1);
            assertThat(cluster.receiver().doubled()).isEmpty();
            assertThat(cluster.awaitSound().ends()).hasSize(1);
        }
    }

    private static Outcome ask(AgentClient client, Proposal proposal) throws Exception {
        return client.propose(proposal, PATIENCE);
    }

    private static Proposal look(AgentRun run, int revision, boolean done) {
        return run.read("look", Map.of("revision", revision, "done", done)).build();
    }

    private static ProposalBuilder pay(AgentRun run) {
        return run.write("pay", "invoice-7", Map.of("amount", 40, "revision", 2));
    }
}
