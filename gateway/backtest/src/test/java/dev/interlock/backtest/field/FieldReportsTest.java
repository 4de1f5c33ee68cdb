package dev.interlock.backtest.field;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.backtest.trial.Finding;
import dev.interlock.backtest.trial.Recording;
import dev.interlock.core.outcome.Reason;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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

    /** KanishJebaMathewM/Truxify#2885: what is corrected is something else, and needs an identity of its own. */
    @Test
    void aWriteCorrectedUnderItsIdentity_isAConflictByDesign() {
        Recording corrected =
                Recording.begins().isRefusedAs("k", "wrong", "400").writesAs("k", "right", "ok");
        assertThat(refusal(played(FieldReport.legitimate("Truxify#2885", "corrected", corrected))))
                .contains(Reason.OPERATION_CONFLICT);
        Recording renamed = Recording.begins().isRefusedAs("k", "wrong", "400").writesAs("k, corrected", "right", "ok");
        assertThat(refusal(played(FieldReport.legitimate("Truxify#2885", "renamed", renamed))))
                .isEmpty();
    }

    /** What is not ready is asked for; what is done is done once more, whatever it says of itself. */
    @Test
    void aCommandThatMayChangeSomething_isNoPollHoweverItsResultReads() {
        Recording commands = Recording.begins().times(3, (r, i) -> r.runs("get pods", "not ready"));
        assertThat(refusal(played(FieldReport.legitimate("librefang#991", "as a write", commands))))
                .contains(Reason.SAME_CALL);
    }

    @Test
    void aWaitThatIsForNothing_isALoop() {
        Recording waits = Recording.begins()
                .reads("job 1", "complete")
                .times(3, (r, i) -> r.reads("wait 20 s", "").reads("job 1", "complete"));
        assertThat(refusal(played(FieldReport.legitimate("PraisonAI#3073", "after its end", waits))))
                .contains(Reason.SAME_CALL);
    }

    @Test
    void aCountThatNobodyDeclaredToBeNothingNew_isSomethingNew() {
        FieldReport declared = Loops.all().stream()
                .filter(report -> report.source().equals("macanderson/stella#440"))
                .findFirst()
                .orElseThrow();
        FieldReport plain = FieldReport.legitimate(declared.source(), declared.what(), declared.recording());
        assertThat(refusal(played(plain))).isEmpty();
    }

    private static Finding played(FieldReport report) {
        return report.played();
    }

    private static Optional<Reason> refusal(Finding finding) {
        return Stream.concat(
                        finding.denied().stream().map(denied -> denied.reason()),
                        finding.stopped().stream().map(stopped -> stopped.reason()))
                .findFirst();
    }
}
