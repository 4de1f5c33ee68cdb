package dev.interlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.schemas.Containment;
import dev.interlock.schemas.ContainmentBuilder;
import dev.interlock.schemas.RuntimeAnswer;
import org.junit.jupiter.api.Test;

class ContainmentReportTest {
    private final ContainmentReport report = new ContainmentReport("s");

    @Test
    void aReportIsComplete_whenAllTasksHaveCountedAndAllTheyCountedIsListed() {
        report.take(part("header").count(2L).build());
        report.take(part("count").task("run-0").count(0L).build());
        report.take(part("count").task("operation-0").count(1L).build());
        assertThat(report.isComplete()).isFalse();
        assertThat(report.summary()).contains("not complete: 2 of 2 tasks");
        assertThat(report.take(operation("in_flight"))).containsExactly("  in flight      operation o  (operation-0)");
        assertThat(report.isComplete()).isTrue();
        assertThat(report.summary()).contains("1 in flight at the stop");
    }

    @Test
    void whatWasOpen_isOpenUntilTheLedgerSaysWhatBecameOfIt_andUnknownIsNotSettled() {
        report.take(operation("in_flight"));
        assertThat(report.moved("o", "unknown")).containsExactly("  unknown        operation o  (still open)");
        assertThat(report.open()).containsExactly("operation o");
        assertThat(report.moved("o", "committed")).containsExactly("  committed      operation o  (settled since)");
        assertThat(report.open()).isEmpty();
    }

    @Test
    void aResultThatCameBeforeItsCallWasListed_counts() {
        report.returned("d");
        report.take(part("operation")
                .task("run-0")
                .dispatchId("d")
                .state("in_flight")
                .build());
        assertThat(report.open()).isEmpty();
    }

    @Test
    void partsOfOtherReports_arePassedOver() {
        Containment other = ContainmentBuilder.builder(operation("in_flight"))
                .stopId("other")
                .build();
        assertThat(report.take(other)).isEmpty();
        assertThat(report.open()).isEmpty();
    }

    @Test
    void whatARuntimeAnswers_isALineOfItsOwn_andNeitherCompletesNorSettlesTheReport() {
        report.take(part("header").count(1L).build());
        assertThat(report.take(runtime("pending", null))).isEmpty();
        assertThat(report.runtimes().unanswered()).isEqualTo(1);
        assertThat(report.take(runtime("confirmed", null)))
                .containsExactly("  asked the runtime of agent a to stop run r: confirmed by the runtime");
        assertThat(report.take(runtime("confirmed", null))).isEmpty();
        assertThat(report.runtimes().unanswered()).isZero();
        assertThat(report.isComplete()).isFalse();
        report.take(part("count").task("run-0").count(0L).build());
        assertThat(report.isComplete()).isTrue();
        assertThat(report.open()).isEmpty();
    }

    @Test
    void aRuntimeThatWasNotReached_isShownWithHowOftenAndWhy() {
        assertThat(report.take(runtime("failed", "no connection")))
                .containsExactly(
                        "  asked the runtime of agent a to stop run r: not reached, asked 3 times, no connection");
    }

    private static Containment runtime(String state, String problem) {
        return part("runtime")
                .runId("r")
                .agentId("a")
                .runtime(new RuntimeAnswer(state, "id", "planners", 3, null, problem))
                .build();
    }

    private static Containment operation(String state) {
        return part("operation")
                .task("operation-0")
                .operationId("o")
                .state(state)
                .build();
    }

    private static ContainmentBuilder part(String part) {
        return ContainmentBuilder.builder().stopId("s").part(part);
    }
}
