package dev.interlock.core.operation;

import dev.interlock.core.fact.Activation;
import dev.interlock.core.operation.OperationVerdict.What;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.run.Membership;

/**
 * Admits a run to the chain of the operation that triggered it. That operation knows the chain's root and its own depth;
 * the root counts, so that a chain has one counter, which no activation starts again.
 */
final class Admitting {
    private Admitting() {}

    static OperationVerdict decide(Draft draft, OperationInput.AdmissionAsked asked) {
        Admission admission = asked.admission();
        if (draft.found().isEmpty()) {
            return answer(draft, asked, What.REFUSED, Membership.unknown(admission.activation()));
        }
        Activation place = admission
                .activation()
                .orElseGet(() -> draft.operation().activation().next());
        int deepest = admission.limits().depth();
        if (place.depth() > deepest) {
            return answer(
                    draft, asked, What.REFUSED, Membership.over(place, Reason.CHAIN_DEPTH, deepest, place.depth()));
        }
        if (!place.root().equals(draft.operationId())) {
            draft.effect(new OperationEffect.PassOn(place.root(), admission.at(place)));
            return OperationVerdict.of(What.PASSED_ON);
        }
        return count(draft, asked, place);
    }

    /** A wish that comes again is not counted again. What was counted keeps the operation remembered as long as it may be. */
    private static OperationVerdict count(Draft draft, OperationInput.AdmissionAsked asked, Activation place) {
        if (asked.counted().isPresent()) {
            Activation before = place.counted(asked.counted().getAsLong());
            return answer(draft, asked, What.ADMITTED, Membership.admitted(before));
        }
        long number = draft.operation().activations() + 1;
        int most = asked.admission().limits().activations();
        if (number > most) {
            return answer(draft, asked, What.REFUSED, Membership.over(place, Reason.CHAIN_ACTIVATIONS, most, number));
        }
        draft.change(new OperationChange.ActivationCounted());
        draft.effect(new OperationEffect.KeepActivation(asked.admission().requestId(), number));
        if (draft.operation().settled()) {
            draft.effect(Waiting.horizonOf(draft.operation()));
        }
        return answer(draft, asked, What.ADMITTED, Membership.admitted(place.counted(number)));
    }

    private static OperationVerdict answer(
            Draft draft, OperationInput.AdmissionAsked asked, What what, Membership membership) {
        draft.effect(new OperationEffect.AnswerAdmission(asked.admission(), membership));
        return membership
                .refusal()
                .map(reason -> OperationVerdict.of(what, reason))
                .orElse(OperationVerdict.of(what));
    }
}
