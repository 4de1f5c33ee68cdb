package dev.interlock.proof.restart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.audit.witness.Recording;
import dev.interlock.audit.witness.Seen;
import dev.interlock.chaos.cluster.Cluster;
import dev.interlock.chaos.cluster.Machine;
import dev.interlock.chaos.cluster.Settings;
import dev.interlock.chaos.script.Life;
import dev.interlock.chaos.script.Population;
import dev.interlock.chaos.script.Script;
import dev.interlock.proof.Brokers;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Proposal;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Two gateways share the partitions. One or the other dies at random moments while runs are active and comes back, and at
 * last one dies for good, and the other goes on with what it has begun. Nothing depends on time here, so each run must end
 * as it does where nothing happens; {@code interlock chaos} shows what is kept where much does.
 */
class GatewayKilledIT {
    private static final int KILLS = Integer.getInteger("interlock.kills", 4);
    private static final int ACTIVE = 24;
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    /** The one that goes on waits for the open transaction of the dead. */
    private static final Duration TRANSACTIONS = Duration.ofSeconds(10);

    private final Seed seed = Seed.of(GatewayKilledIT.class);

    @Test
    void runs_endAsIfNothingHadHappened_andNothingIsDoneTwice() throws Exception {
        Settings settings = Settings.timeless().withTransactions(TRANSACTIONS);
        try (Cluster cluster = Cluster.on(Brokers.shared(), "killed", settings)) {
            List<Machine> gateways = List.of(cluster.gateway("gateway-a"), cluster.gateway("gateway-b"));
            cluster.worker("worker", 8).awaitReady();
            AgentClient client = cluster.agent();
            gateways.forEach(Machine::awaitReady);

            List<Life> disturbed = killing(gateways, client);
            List<Script> scripts = disturbed.stream().map(Life::script).toList();
            List<Life> undisturbed = Population.play(ACTIVE, client, "calm-", scripts);

            assertThat(essences(disturbed)).isEqualTo(essences(undisturbed));
            assertThat(replays(cluster.record(), client)).isNotEmpty().allSatisfy(answer -> {
                assertThat(answer.type()).isEqualTo("replayed");
                assertThat(answer.status()).isEqualTo("ok");
            });
            assertThat(cluster.receiver().doubled()).isEmpty();
            cluster.awaitSound();
        }
    }

    private List<Life> killing(List<Machine> gateways, AgentClient client) {
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
                Machine victim = gateways.get(random.nextInt(gateways.size()));
                victim.kill();
                if (kill < KILLS) {
                    victim.restart();
                }
            }
            return agents.finish();
        }
    }

    /** Another run wants each write of the first runs again, with the same arguments. */
    private static List<Outcome> replays(Recording recording, AgentClient client) {
        AgentRun again = client.run("again", "balanced-again");
        return recording.executes().stream()
                .map(Seen::record)
                .filter(dispatch ->
                        dispatch.operationId() != null && dispatch.runId().startsWith("killed-"))
                .limit(10)
                .map(dispatch -> write(again, dispatch))
                .map(proposal -> client.proposeAsync(proposal, PATIENCE).join())
                .toList();
    }

    private static Proposal write(AgentRun run, Dispatch dispatch) {
        return run.write(dispatch.tool(), dispatch.operationId(), dispatch.args())
                .build();
    }

    private static Map<Integer, List<String>> essences(List<Life> lives) {
        return lives.stream().collect(Collectors.toMap(life -> life.script().number(), Life::essence));
    }
}
