package dev.interlock.proof.forgery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.audit.witness.Complaint;
import dev.interlock.audit.witness.Fault;
import dev.interlock.audit.witness.Verdict;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The judge of all tests with processes is judged: it sees what is done to a real recording, and sees nothing else. */
class WitnessIT {
    private static RecordedLife.Lived lived;

    @BeforeAll
    static void recordALife() throws Exception {
        lived = RecordedLife.record();
    }

    @Test
    void recording_keepsEveryPromise() {
        Forger forger = new Forger(lived);
        assertThat(Verdict.of(forger.recording(), forger.effects()).findings()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("forgeries")
    void witness_seesWhatWasDone_andNothingElse(Forgery forgery) {
        Forger forger = new Forger(lived);
        forgery.deed().accept(forger);

        Set<Fault> seen = Verdict.of(forger.recording(), forger.effects()).complaints().stream()
                .map(Complaint::fault)
                .collect(Collectors.toSet());
        assertThat(seen).isEqualTo(forgery.faults());
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
        assertThat(provoked).isEqualTo(EnumSet.allOf(Fault.class));
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
                        AdmissionForgeries.all(),
                        ResumeForgeries.all(),
                        ReceiverForgeries.all())
                .flatMap(all -> all);
    }
}
