package dev.interlock.backtest.field;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.backtest.trial.Finding;
import dev.interlock.backtest.trial.Trial;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Presets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What was reported from the field, as <em>balanced</em> decides it. */
class FieldReportsTest {

    static List<FieldReport> legitimate() {
        return Legitimate.all();
    }

    static List<FieldReport> loops() {
        return Loops.all();
    }

    static List<FieldReport> notYet() {
        return Stream.of(NotYet.polls(), NotYet.volatileResults(), NotYet.corrections())
                .flatMap(List::stream)
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("legitimate")
    void legitimateWork_goesOn(FieldReport report) {
        Finding finding = played(report);
        assertThat(finding.denied()).isEmpty();
        assertThat(finding.stopped()).isEmpty();
        assertThat(finding.avoided()).isZero();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("loops")
    void loop_isDenied(FieldReport report) {
        Finding finding = played(report);
        assertThat(refusal(finding)).isEqualTo(report.refusal());
        assertThat(finding.avoided()).isPositive();
    }

    /** Whoever makes one of these possible moves it to the others. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("notYet")
    void whatCannotBeToldYet_comesOutWrong(FieldReport report) {
        assertThat(refusal(played(report))).isNotEqualTo(report.refusal());
    }

    private static Finding played(FieldReport report) {
        return Trial.of(report.recording().ends(), Presets.balanced());
    }

    private static Optional<Reason> refusal(Finding finding) {
        return Stream.concat(
                        finding.denied().stream().map(denied -> denied.reason()),
                        finding.stopped().stream().map(stopped -> stopped.reason()))
                .findFirst();
    }
}
