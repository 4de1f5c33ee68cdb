package dev.interlock.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.interlock.scenarios.Scenario;
import dev.interlock.scenarios.table.ScenarioPolicies;
import dev.interlock.scenarios.table.Scenarios;
import dev.interlock.server.config.ConfigReader;
import dev.interlock.server.config.GatewayConfig;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a gateway on this machine is configured with. */
class GatewayFileTest {
    @TempDir
    Path directory;

    static List<Scenario> all() {
        return Scenarios.all();
    }

    /** The table's runs are decided in memory and by a real gateway: it must be the same policy, to the last number. */
    @ParameterizedTest
    @MethodSource("all")
    void gateway_holdsTheAgentsOfAScenarioToExactlyItsPolicy(Scenario scenario) {
        GatewayConfig config = ConfigReader.read(
                GatewayFile.write(directory, "127.0.0.1:9092", ScenarioPolicies.configuration(all())));
        String agent = ScenarioPolicies.agentPrefix(scenario.policy()) + "agent.x";
        assertThat(config.policies().forAgent(agent).policy())
                .isEqualTo(scenario.policy().policy());
    }

    @Test
    void fileWithoutRules_isAConfiguration() {
        GatewayConfig config = ConfigReader.read(
                GatewayFile.write(directory, "127.0.0.1:9092", JsonNodeFactory.instance.objectNode()));
        assertThat(config.cluster().bootstrapServers()).isEqualTo("127.0.0.1:9092");
        assertThat(config.stream().stateDir()).isEqualTo(directory.resolve("state"));
        assertThat(config.policies().forAgent("anybody").policy().name()).isEqualTo("balanced");
    }
}
