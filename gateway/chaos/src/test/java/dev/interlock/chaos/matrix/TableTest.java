package dev.interlock.chaos.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.chaos.crash.Action;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table as it is read; that it is true is tried with real processes. */
class TableTest {
    private static final List<String> WORKER = List.of(
            "dispatch/polled",
            "dispatch/committed",
            "call/fenced",
            "call/begun",
            "call/done",
            "result/sending",
            "result/acknowledged");

    @Test
    void everyPointOfBothParts_isKilledAndFrozen() {
        List<String> gateway = Stream.of(
                        "proposal", "request", "answer", "operation-result", "settlement", "result", "due")
                .flatMap(kind -> Stream.of("taken-up", "state-written", "decided", "sent", "committing", "committed")
                        .map(phase -> kind + "/" + phase))
                .toList();
        assertThat(points(Action.KILL)).containsAll(gateway).containsAll(WORKER).contains("due/appended");
        assertThat(points(Action.FREEZE))
                .containsAll(gateway)
                .containsAll(WORKER)
                .contains("due/appended");
        List<String> towardsTheBroker = gateway.stream()
                .filter(point -> point.endsWith("/sent") || point.endsWith("/committing"))
                .toList();
        assertThat(points(Action.BROKER)).containsAll(towardsTheBroker).containsAll(WORKER);
    }

    @Test
    void write_isNeverExpectedToHappenTwice() {
        assertThat(Table.cells())
                .filteredOn(cell -> cell.subject() != Subject.READ)
                .allSatisfy(cell -> assertThat(cell.expected().allowed())
                        .allSatisfy(allowed -> assertThat(allowed.most()).isLessThanOrEqualTo(1)));
    }

    @Test
    void noTwoCells_areTheSame() {
        assertThat(Table.cells().stream().map(cell -> cell.subject() + cell.point() + cell.action()))
                .doesNotHaveDuplicates();
    }

    @Test
    void expectation_allowsWhatItSays_andNothingElse() {
        Expectation either = Expectation.of("unknown 0..1 or committed 1");
        assertThat(either.allows(new Found("unknown", 0))).isTrue();
        assertThat(either.allows(new Found("committed", 1))).isTrue();
        assertThat(either.allows(new Found("committed", 0))).isFalse();
        assertThat(either.allows(new Found("unknown", 2))).isFalse();
        assertThat(either.allows(new Found("prevented", 0))).isFalse();
        assertThatThrownBy(() -> Expectation.of("done")).hasMessageContaining("must be STATE N");
    }

    private static List<String> points(Action action) {
        return Table.cells().stream()
                .filter(cell -> cell.action() == action)
                .map(Cell::point)
                .toList();
    }
}
