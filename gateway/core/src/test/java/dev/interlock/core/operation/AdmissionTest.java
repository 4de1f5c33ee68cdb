package dev.interlock.core.operation;

import static dev.interlock.core.operation.Cases.FIRST;
import static dev.interlock.core.operation.Cases.HOUR;
import static dev.interlock.core.operation.Cases.ID;
import static dev.interlock.core.operation.Cases.OTHER;
import static dev.interlock.core.operation.Cases.OWN;
import static dev.interlock.core.operation.Cases.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Activation;
import dev.interlock.core.operation.OperationEffect.AnswerAdmission;
import dev.interlock.core.operation.OperationEffect.ArmHorizon;
import dev.interlock.core.operation.OperationInput.HorizonDue;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.run.Membership;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How long the operation a chain began with counts for it. */
class AdmissionTest {
    private final Trail root = new Trail(ID);
    private final Admissions admissions = new Admissions();

    @Test
    void everyActivationCounted_keepsTheRootForItsWholeHorizonFromThen() {
        long settled = settle();
        long late = settled + 2 * HOUR - SECOND;
        assertThat(admit("a-1", late).effects())
                .contains(new ArmHorizon(root.operation().version(), late + 2 * HOUR));
        assertThat(root.operation().activations()).isEqualTo(1);
    }

    @Test
    void rootThatIsForgotten_admitsNobodyMore_andIsNamed_ratherThanBegunAnewWithItsCount() {
        long settled = settle();
        admit("a-1", settled);
        root.take(new HorizonDue(root.operation().version()), settled + 2 * HOUR);
        assertThat(root.state()).isEmpty();

        Membership told = answer(admit("a-2", settled + 3 * HOUR));
        assertThat(told.refusal()).contains(Reason.INVALID_CALL);
        assertThat(told.activation()).contains(new Activation(ID, 2, 0));
        assertThat(root.state()).isEmpty();
    }

    @Test
    void rootThatIsNotSettled_isNeverForgotten() {
        root.take(Cases.asks(OWN), FIRST);
        assertThat(admit("a-1", FIRST + SECOND).effects()).noneMatch(ArmHorizon.class::isInstance);
        root.take(new HorizonDue(root.operation().version()), FIRST + 100 * HOUR);
        assertThat(root.operation().activations()).isEqualTo(1);
        assertThat(root.operation().claim().request().runId()).isNotEqualTo(OTHER.runId());
    }

    private long settle() {
        long at = FIRST + SECOND;
        root.take(Cases.asks(OWN), FIRST);
        root.take(Cases.reports(1, Cases.committed(), "first", at), at);
        return at;
    }

    /** A run two levels below the root asks. */
    private OperationDecision admit(String requestId, long atMs) {
        Optional<Activation> told = Optional.of(new Activation(ID, 2, 0));
        return root.take(admissions.asked(Admissions.admission(requestId, told, Admissions.LIMITS)), atMs);
    }

    private static Membership answer(OperationDecision decision) {
        return Guarantees.all(decision, AnswerAdmission.class).get(0).membership();
    }
}
