package dev.interlock.backtest.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Presets;
import dev.interlock.policy.contract.Standards;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrialTest {

    @Test
    void theThirdReadAfterTwoEqualResults_isDenied() {
        assertThat(denials(Recording.begins().reads("a", "1").reads("a", "1").reads("a", "1")))
                .containsExactly("3 same_call");
    }

    @Test
    void aReadWhoseResultChanges_isNeverDenied() {
        assertThat(denials(Recording.begins()
                        .reads("a", "1")
                        .reads("a", "2")
                        .reads("a", "3")
                        .reads("a", "4")))
                .isEmpty();
    }

    @Test
    void aReadAgainAfterAWrite_isNoRepetition() {
        assertThat(denials(Recording.begins()
                        .reads("test", "red")
                        .writes("edit 1", "ok")
                        .reads("test", "red")
                        .writes("edit 2", "ok")
                        .reads("test", "red")
                        .runs("some command", "done")
                        .reads("test", "red")))
                .isEmpty();
    }

    @Test
    void aCommandRepeatedWordForWord_doesNotExcuseItself() {
        assertThat(denials(Recording.begins().runs("ls", "x").runs("ls", "x").runs("ls", "x")))
                .containsExactly("3 same_call");
    }

    @Test
    void aFailureForNow_mayBeTriedFiveTimes() {
        Recording recording = Recording.begins();
        for (int i = 0; i < 6; i++) {
            recording.failsForNow("a", "503");
        }
        assertThat(denials(recording)).containsExactly("6 same_call");
    }

    @Test
    void fiveFailuresForGoodOfOneTool_denyItsNextCall() {
        Recording recording = Recording.begins();
        for (int i = 0; i < 6; i++) {
            recording.failsForGood("argument " + i, "no such field");
        }
        assertThat(denials(recording)).containsExactly("6 same_failure");
    }

    @Test
    void whateverIsAsked_theSameAnswerEightTimes_deniesTheNextRead_unlessSomethingWasWritten() {
        Recording recording = Recording.begins();
        for (int i = 0; i < 8; i++) {
            recording.reads("wording " + i, "nothing found");
        }
        assertThat(denials(recording)).isEmpty();
        assertThat(denials(recording.reads("wording 9", "nothing found"))).containsExactly("9 no_progress");
        assertThat(denials(recording.writes("a row", "ok").reads("wording 10", "nothing found")))
                .containsExactly("9 no_progress");
    }

    @Test
    void readsSideBySideWithOneAnswer_countOnce() {
        Recording recording = Recording.begins().inTurn(1);
        for (int i = 0; i < 12; i++) {
            recording.reads("file " + i, "empty");
        }
        assertThat(denials(recording.inTurn(2).reads("file 12", "empty"))).isEmpty();
    }

    @Test
    void theSameCallTwiceInOneModelAnswer_countsOnce() {
        Recording recording = Recording.begins()
                .inTurn(1)
                .reads("a", "1")
                .reads("a", "1")
                .reads("a", "1")
                .inTurn(2)
                .reads("a", "1");
        assertThat(denials(recording)).isEmpty();
        assertThat(denials(recording.inTurn(3).reads("a", "1"))).containsExactly("5 same_call");
    }

    @Test
    void whatIsDeniedTooOften_isStopped_andTheRestIsAvoided() {
        Recording recording = Recording.begins();
        for (int i = 0; i < 10; i++) {
            recording.reads("a", "1");
        }
        Finding finding = Trial.of(recording.ends(), Standards.balanced().contracts());
        assertThat(finding.stopped()).contains(new Stopped(6, Reason.SAME_CALL));
        assertThat(finding.denied()).hasSize(4);
        assertThat(finding.avoided()).isEqualTo(8);
    }

    @Test
    void withoutRevisionsInTheTrace_strictCountsNewResultsAsProgress() {
        Recording recording = Recording.begins().reads("a", "1").reads("b", "2").reads("c", "3");
        assertThat(Trial.of(recording.ends(), Presets.strict()).stopped()).isEmpty();
        recording.reads("d", "1").reads("e", "1").reads("f", "1").reads("g", "4");
        assertThat(Trial.of(recording.ends(), Presets.strict()).stopped()).contains(new Stopped(6, Reason.NO_PROGRESS));
    }

    @Test
    void distinctWritesWithOneAcknowledgement_areProgress() {
        Recording recording = Recording.begins();
        for (int i = 0; i < 100; i++) {
            recording.writes("row " + i, "ok");
        }
        assertThat(denials(recording)).isEmpty();
    }

    @Test
    void aDeniedCallThatBroughtSomething_isToldApart() {
        Recording recording = Recording.begins().reads("a", "1").reads("a", "1").reads("a", "2");
        assertThat(Trial.of(recording.ends(), Standards.balanced().contracts()).denied())
                .containsExactly(new Denied(3, Reason.SAME_CALL, true));
    }

    private static List<String> denials(Recording recording) {
        return Trial.of(recording.ends(), Standards.balanced().contracts()).denied().stream()
                .map(denied -> denied.call() + " " + denied.reason().code())
                .toList();
    }
}
