package dev.interlock.audit.forgery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.audit.source.MemorySource;
import dev.interlock.audit.source.Source;
import dev.interlock.audit.tried.Tried;
import dev.interlock.audit.witness.Complaint;
import dev.interlock.audit.witness.Fault;
import dev.interlock.audit.witness.Verdict;
import dev.interlock.audit.witness.Verifier;
import dev.interlock.audit.witness.Verifier.Findings;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The judge is judged: it sees what is done to a copy of a real recording, and sees nothing else. */
class WitnessTest {
    /** So that what belongs together has to be found in some sixty shares. */
    private static final int SHARE_RECORDS = 50;

    /** What a receiver saw is on no topic. */
    private static final Set<Fault> OF_RECEIVERS =
            EnumSet.of(Fault.UNPERMITTED, Fault.DELIVERED_AGAIN, Fault.NOT_THERE, Fault.THERE);

    private static RecordedLife.Lived lived;

    @TempDir
    Path scratch;

    @BeforeAll
    static void readTheLife(@TempDir Path directory) throws Exception {
        lived = RecordedLife.read(directory);
    }

    @Test
    void recording_keepsEveryPromise() {
        Forger forger = new Forger(lived);
        assertThat(Verdict.of(forger.recording(), forger.effects()).findings()).isEmpty();
        Findings findings = inShares(forger);
        assertThat(findings.complaints()).isEmpty();
        assertThat(findings.records()).isEqualTo(forger.recording().all().size());
    }

    /** It has unknown writes, which an operator settled or nobody did, and stops. */
    @Test
    void otherRecording_keepsEveryPromiseToo() {
        assertThat(Verifier.judge(Tried.source(), scratch, new Verifier.Options(true, 2, SHARE_RECORDS, more -> {}))
                        .complaints())
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("forgeries")
    void witness_seesWhatWasDone_andNothingElse_alsoShareByShare(Forgery forgery) {
        Forger forger = new Forger(lived);
        forgery.deed().accept(forger);

        assertThat(faults(Verdict.of(forger.recording(), forger.effects()).complaints().stream()))
                .isEqualTo(forgery.faults());
        Set<Fault> onTopics = forgery.faults().stream()
                .filter(fault -> !OF_RECEIVERS.contains(fault))
                .collect(Collectors.toSet());
        Findings findings = inShares(forger);
        assertThat(faults(findings.complaints().stream())).isEqualTo(onTopics);
        assertThat(findings.complaints())
                .allSatisfy(found -> assertThat(found.coordinates()).matches("\\S+-\\d+@\\d+"));
    }

    @ParameterizedTest
    @MethodSource("silences")
    void proposalWhoseAnswerIsGone_isLost(Silence silence) {
        Forger forger = new Forger(lived);
        silence.deed().accept(forger);

        assertThat(Verdict.of(forger.recording(), forger.effects()).lostProposals())
                .isOne();
    }

    @Test
    void writeThatHappenedTwice_isADuplicate() {
        Forger forger = new Forger(lived);
        forger.call("pay", "d2");
        assertThat(Verdict.of(forger.recording(), forger.effects()))
                .returns(1, Verdict::duplicateEffects)
                .returns(false, Verdict::isClean);
    }

    @Test
    void everyFault_isSeenAlone_orWithWhatFollowsFromIt() {
        Set<Fault> provoked =
                forgeries().flatMap(forgery -> forgery.faults().stream()).collect(Collectors.toSet());
        Set<Fault> elsewhere = EnumSet.of(Fault.SNAPSHOT, Fault.SNAPSHOT_LINK);
        elsewhere.addAll(StrandTest.OF_HEADS);
        assertThat(provoked).doesNotContainAnyElementsOf(elsewhere);
        assertThat(Stream.concat(provoked.stream(), elsewhere.stream())).containsExactlyInAnyOrder(Fault.values());
    }

    static Stream<Silence> silences() {
        return Silence.all();
    }

    static Stream<Forgery> forgeries() {
        return Stream.of(
                        InputForgeries.all(),
                        ChainForgeries.all(),
                        DispatchForgeries.all(),
                        OutcomeForgeries.all(),
                        BudgetForgeries.all(),
                        LedgerForgeries.all(),
                        HoldForgeries.all(),
                        AdmissionForgeries.all(),
                        ResumeForgeries.all(),
                        ReceiverForgeries.all())
                .flatMap(all -> all);
    }

    private Findings inShares(Forger forger) {
        try (Source source =
                new MemorySource(forger.topics(), forger.recording().all())) {
            return Verifier.judge(source, scratch, new Verifier.Options(true, 2, SHARE_RECORDS, more -> {}));
        }
    }

    private static Set<Fault> faults(Stream<Complaint> complaints) {
        return complaints.map(Complaint::fault).collect(Collectors.toSet());
    }
}
