package dev.interlock.scenarios.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.scenarios.Scenario;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every row of the table has. */
class ScenariosTest {
    static List<Scenario> all() {
        return Scenarios.all();
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyRow_hasATitleAndAnEndForEachOfItsRuns(Scenario scenario) {
        assertThat(scenario.title()).isNotBlank();
        assertThat(scenario.expected().ends().keySet()).containsExactlyInAnyOrderElementsOf(scenario.runs());
    }

    @Test
    void policiesOfOneName_areOnePolicy() {
        assertThat(all().stream().map(Scenario::policy).distinct().map(p -> p.name()))
                .doesNotHaveDuplicates();
    }

    @Test
    void configuration_saysWhatAPolicyChangesAndWhoIsHeldToIt() {
        Scenario capped = Scenarios.named("five-parallel-calls-one-over-a-cap").orElseThrow();
        assertThat(ScenarioPolicies.configuration(List.of(capped))).hasToString("""
            {"policies":{"strict-calls-4-idle-10-call-budget-deny":{"extends":"strict",\
            "ceilings":{"calls":4},"repetition":{"idle":10},"actions":{"call_budget":"deny"}}},\
            "assign":[{"agent":"demo-strict-calls-4-idle-10-call-budget-deny:*",\
            "policy":"strict-calls-4-idle-10-call-budget-deny"}]}\
            """);
    }
}
