package dev.interlock.proof.restart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.chaos.cluster.Cluster;
import dev.interlock.chaos.cluster.Machine;
import dev.interlock.chaos.cluster.Settings;
import dev.interlock.chaos.script.Life;
import dev.interlock.chaos.script.Population;
import dev.interlock.chaos.script.Script;
import dev.interlock.proof.Brokers;
import dev.interlock.worker.agent.AgentClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The only gateway dies at random moments, again and again, while runs are active. */
class GatewayKilledIT {
    private static final int KILLS = Integer.getInteger("interlock.kills", 20);
    private static final int ACTIVE = 24;
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final Seed seed = Seed.of(GatewayKilledIT.class);

    @Test
    void runs_endAsIfNothingHadHappened_andNothingIsDoneTwice() {
        try (Cluster cluster = Cluster.on(Brokers.shared(), "killed", Settings.timeless())) {
            Machine gateway = cluster.gateway("gateway");
            cluster.worker("worker", 8);
            AgentClient client = cluster.agent();
            gateway.awaitReady();

            List<Life> disturbed = killing(gateway, client);
            List<Script> scripts = disturbed.stream().map(Life::script).toList();
            List<Life> undisturbed = Population.play(ACTIVE, client, "calm-", scripts);

            assertThat(essences(disturbed)).isEqualTo(essences(undisturbed));
            assertThat(cluster.receiver().doubled()).isEmpty();
            cluster.awaitSound();
        }
    }

    private List<Life> killing(Machine gateway, AgentClient client) {
        Random random = seed.random();
        try (Population agents =
                Population.living(ACTIVE, client, "killed-", number -> Script.of(seed.value(), number))) {
            for (int kill = 1; kill <= KILLS; kill++) {
                int heard = agents.answers() + 1 + random.nextInt(2 * ACTIVE);
                Awaitility.await("answers before kill " + kill)
                        .atMost(PATIENCE)
                        .pollInterval(Duration.ofMillis(1))
                        .until(() -> agents.answers() >= heard);
                LockSupport.parkNanos(random.nextInt(40_000_000));
                assertThat(agents.active()).isGreaterThanOrEqualTo(20);
                gateway.kill();
                gateway.restart();
            }
            return agents.finish();
        }
    }

    private static Map<Integer, List<String>> essences(List<Life> lives) {
        return lives.stream().collect(Collectors.toMap(life -> life.script().number(), Life::essence));
    }
}
