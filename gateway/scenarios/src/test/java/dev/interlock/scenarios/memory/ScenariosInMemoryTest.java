package dev.interlock.scenarios.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.scenarios.Report;
import dev.interlock.scenarios.Scenario;
import dev.interlock.scenarios.table.Scenarios;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of the table comes out as it says when the core decides in memory. */
class ScenariosInMemoryTest {

    static List<Scenario> all() {
        return Scenarios.all();
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyRow_comesOutAsItSays(Scenario scenario) {
        Report report = new MemoryRunner().run(scenario);
        assertThat(report.differences())
                .as(scenario.name() + ": " + scenario.title())
                .isEmpty();
    }
}
