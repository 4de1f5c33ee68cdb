package dev.interlock.scenarios.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.scenarios.table.Scenarios;
import org.junit.jupiter.api.Test;

/** What things are called on the topics. */
class NamesTest {
    private final Names names = new Names(Scenarios.named("call-cap").orElseThrow(), "x-1");

    @Test
    void run_tellsWhichScenarioItBelongsTo() {
        assertThat(Names.scenarioOf(names.run("run"))).isEqualTo("call-cap");
    }

    @Test
    void agent_beginsWithWhatItsPolicyIsAssignedBy() {
        assertThat(names.agent("planner")).isEqualTo("demo-strict-calls-2:planner.call-cap.x-1");
    }

    @Test
    void emptyOperationId_staysEmpty() {
        assertThat(names.operation("")).isEmpty();
        assertThat(names.operation("pay-1")).isEqualTo("pay-1.call-cap.x-1");
    }
}
