package dev.interlock.proof.forgery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.chaos.witness.Complaint;
import dev.interlock.chaos.witness.Effects;
import dev.interlock.chaos.witness.Fault;
import dev.interlock.chaos.witness.Recording;
import dev.interlock.chaos.witness.Verdict;
import dev.interlock.chaos.witness.Witness;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The judge of all tests with processes is judged: it sees what is done to a real recording, and sees nothing else. */
class WitnessIT {
    private static Recording recording;

    @BeforeAll
    static void recordALife() throws Exception {
        recording = RecordedLife.record();
    }

    @Test
    void recording_keepsEveryPromise() {
        assertThat(Witness.complaints(new Forger(recording).recording())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("forgeries")
    void witness_seesWhatWasDone_andNothingElse(Forgery forgery) {
        Forger forger = new Forger(recording);
        forgery.deed().accept(forger);

        Set<Fault> seen = Witness.complaints(forger.recording()).stream()
                .map(Complaint::fault)
                .collect(Collectors.toSet());
        assertThat(seen).isEqualTo(forgery.faults());
    }

    @Test
    void proposalWhoseAnswerIsGone_isLost_andAWriteThatHappenedTwiceIsADuplicate() {
        Effects once = new Effects(Map.of("pay", List.of("d1")), 0);
        assertThat(Verdict.of(recording, once).isClean()).isTrue();

        Forger forger = new Forger(recording);
        forger.drop(recording.outcomes().stream()
                .filter(seen -> RecordedLife.OPEN.equals(seen.record().runId()))
                .limit(1)
                .toList());
        assertThat(Verdict.of(forger.recording(), once).lostProposals()).isOne();

        Effects twice = new Effects(Map.of("pay", List.of("d1", "d2")), 0);
        assertThat(Verdict.of(recording, twice))
                .returns(1, Verdict::duplicateEffects)
                .returns(false, Verdict::isClean);
    }

    @Test
    void everyFault_isSeenAlone_orWithWhatFollowsFromIt() {
        Set<Fault> provoked =
                forgeries().flatMap(forgery -> forgery.faults().stream()).collect(Collectors.toSet());
        assertThat(provoked).isEqualTo(EnumSet.allOf(Fault.class));
    }

    static Stream<Forgery> forgeries() {
        return Stream.of(
                        InputForgeries.all(),
                        ChainForgeries.all(),
                        DispatchForgeries.all(),
                        OutcomeForgeries.all(),
                        AdmissionForgeries.all(),
                        ResumeForgeries.all())
                .flatMap(all -> all);
    }
}
