package dev.interlock.core.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.core.fact.Activation;
import dev.interlock.core.operation.OperationEffect.AnswerAdmission;
import dev.interlock.core.operation.OperationEffect.KeepActivation;
import dev.interlock.core.operation.OperationEffect.PassOn;
import dev.interlock.core.operation.OperationInput.AdmissionAsked;
import dev.interlock.core.policy.ChainLimits;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/** Runs that ask an operation to be admitted to its chain, some more than once; and what that stage keeps of them. */
final class Admissions {
    /** Where a chain began that the operation is not the root of. */
    static final Activation ELSEWHERE = new Activation("row-1", 2, 4);

    static final ChainLimits LIMITS = new ChainLimits(3, 5);

    private final Map<String, Long> counted = new HashMap<>();
    private int serial;

    /** A run that asks under an id, at a place that was told before or not. */
    static Admission admission(String requestId, Optional<Activation> told, ChainLimits limits) {
        return new Admission(requestId, "run-of-" + requestId, "p1", told, limits);
    }

    /** A run asks. */
    AdmissionAsked next(Random random) {
        String id = "a-" + (random.nextInt(3) == 0 ? random.nextInt(serial + 1) : serial++);
        Optional<Activation> told = random.nextInt(4) == 0
                ? Optional.of(new Activation(Cases.ID, 1 + random.nextInt(4), 0))
                : Optional.empty();
        return asked(admission(id, told, LIMITS));
    }

    /** The input with what was counted of it, as the stage looks it up. */
    AdmissionAsked asked(Admission admission) {
        Long number = counted.get(admission.requestId());
        return new AdmissionAsked(admission, number == null ? OptionalLong.empty() : OptionalLong.of(number));
    }

    /** One answer or one hop; a count that rises by one for a new run and stays within the limit. */
    void check(Optional<Operation> before, OperationInput input, OperationDecision decision) {
        if (decision.after().isEmpty()) {
            counted.clear();
        }
        long already = before.map(Operation::activations).orElse(0L);
        long now = decision.after().map(Operation::activations).orElse(0L);
        if (!(input instanceof AdmissionAsked asked)) {
            assertThat(decision.after().isEmpty() || already == now)
                    .as("only an admission is counted")
                    .isTrue();
            return;
        }
        int answers = Guarantees.all(decision, AnswerAdmission.class).size();
        int hops = Guarantees.all(decision, PassOn.class).size();
        assertThat(answers + hops).as("one answer or one hop").isEqualTo(1);
        Guarantees.all(decision, KeepActivation.class)
                .forEach(kept -> assertThat(counted.put(kept.requestId(), kept.number()))
                        .as("counted once")
                        .isNull());
        assertThat(now).isEqualTo(counted.size()).isLessThanOrEqualTo(LIMITS.activations());
        Guarantees.all(decision, PassOn.class)
                .forEach(hop -> assertThat(hop.root())
                        .as("the root is another operation")
                        .isNotEqualTo(Cases.ID));
        Guarantees.all(decision, AnswerAdmission.class).stream()
                .filter(answer -> answer.membership().refusal().isEmpty())
                .map(answer -> answer.membership().activation().orElseThrow())
                .forEach(place -> {
                    assertThat(place.depth()).isBetween(1, LIMITS.depth());
                    assertThat(place.children())
                            .isEqualTo(counted.get(asked.admission().requestId()));
                });
    }
}
