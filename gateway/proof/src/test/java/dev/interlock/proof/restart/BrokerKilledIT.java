package dev.interlock.proof.restart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.chaos.cluster.Cluster;
import dev.interlock.chaos.cluster.Machine;
import dev.interlock.chaos.cluster.Settings;
import dev.interlock.chaos.script.Life;
import dev.interlock.chaos.script.Population;
import dev.interlock.chaos.script.Script;
import dev.interlock.chaos.witness.Recording;
import dev.interlock.proof.Brokers;
import dev.interlock.worker.agent.AgentClient;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * The broker dies while runs are active, and comes back. A worker that cannot know whether it committed drops the call,
 * so reads are repeated and writes may end unknown; but nothing is done twice, and every run ends.
 */
class BrokerKilledIT {
    private static final int ACTIVE = 24;
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final Seed seed = Seed.of(BrokerKilledIT.class);

    @Test
    void runs_end_andPromisesAreKept_overADeathOfTheBroker() throws Exception {
        try (Cluster cluster = Cluster.on(Brokers.shared(), "brokerless", Settings.impatient(Duration.ofSeconds(8)))) {
            Machine gateway = cluster.gateway("gateway");
            cluster.worker("worker", 8).awaitReady();
            AgentClient client = cluster.agent();
            gateway.awaitReady();

            List<Life> lives = killing(client);
            assertThat(lives).hasSizeGreaterThanOrEqualTo(ACTIVE);
            assertThat(gateway.isAlive()).isTrue();
            Recording recording = cluster.awaitSound();
            assertThat(recording.ends().stream().map(end -> end.record().runId()))
                    .containsAll(lives.stream().map(life -> life.end().runId()).toList());
            assertThat(cluster.receiver().doubledWrites()).isEmpty();
        }
    }

    private List<Life> killing(AgentClient client) {
        try (Population agents = Population.living(ACTIVE, client, "run-", number -> Script.of(seed.value(), number))) {
            int heard = ACTIVE + seed.random().nextInt(2 * ACTIVE);
            Awaitility.await("answers before the kill").atMost(PATIENCE).until(() -> agents.answers() >= heard);
            Brokers.shared().kill();
            Brokers.shared().restart();
            int again = agents.answers() + ACTIVE;
            Awaitility.await("answers after it").atMost(PATIENCE).until(() -> agents.answers() >= again);
            return agents.finish();
        }
    }
}
