package dev.interlock.proof.restart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.chaos.cluster.Cluster;
import dev.interlock.chaos.cluster.Machine;
import dev.interlock.chaos.cluster.Settings;
import dev.interlock.chaos.script.Life;
import dev.interlock.chaos.script.Population;
import dev.interlock.chaos.script.Script;
import dev.interlock.chaos.witness.Recording;
import dev.interlock.chaos.witness.Seen;
import dev.interlock.proof.Brokers;
import dev.interlock.schemas.Dispatch;
import dev.interlock.schemas.Outcome;
import dev.interlock.schemas.Proposal;
import dev.interlock.worker.agent.AgentClient;
import dev.interlock.worker.agent.AgentRun;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Two gateways share the partitions. One dies, and the other goes on with what it has begun. */
class TakeoverIT {
    private static final int ACTIVE = 24;
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final Seed seed = Seed.of(TakeoverIT.class);

    @Test
    void survivor_takesOverTheRunsOfTheDead_andKnowsWhatItCommitted() throws Exception {
        try (Cluster cluster = Cluster.on(Brokers.shared(), "takeover", Settings.timeless())) {
            Machine survivor = cluster.gateway("gateway-a");
            Machine victim = cluster.gateway("gateway-b");
            cluster.worker("worker", 8).awaitReady();
            AgentClient client = cluster.agent();
            survivor.awaitReady();
            victim.awaitReady();

            List<Life> lives = killing(victim, client);
            assertThat(survivor.isAlive()).isTrue();
            assertThat(essences(lives)).isEqualTo(essences(calm(client, lives)));
            assertThat(replays(cluster.record(), client)).isNotEmpty().allSatisfy(answer -> {
                assertThat(answer.type()).isEqualTo("replayed");
                assertThat(answer.status()).isEqualTo("ok");
            });
            assertThat(cluster.receiver().doubled()).isEmpty();
            cluster.awaitSound();
        }
    }

    private List<Life> killing(Machine victim, AgentClient client) {
        try (Population agents =
                Population.living(ACTIVE, client, "taken-", number -> Script.of(seed.value(), number))) {
            int heard = ACTIVE + seed.random().nextInt(4 * ACTIVE);
            Awaitility.await("answers before the kill").atMost(PATIENCE).until(() -> agents.answers() >= heard);
            victim.kill();
            return agents.finish();
        }
    }

    private static List<Life> calm(AgentClient client, List<Life> lives) {
        return Population.play(
                ACTIVE, client, "calm-", lives.stream().map(Life::script).toList());
    }

    /** Another run wants each write of the first runs again, with the same arguments. */
    private static List<Outcome> replays(Recording recording, AgentClient client) {
        AgentRun again = client.run("again", "balanced-again");
        return recording.executes().stream()
                .map(Seen::record)
                .filter(dispatch ->
                        dispatch.operationId() != null && dispatch.runId().startsWith("taken-"))
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
