package dev.interlock.core.operation;

import dev.interlock.core.operation.OperationVerdict.What;
import dev.interlock.core.run.Answer.Verdict;

/**
 * A run takes a request back. It is told whether that request holds the claim, in whatever state the claim is by now, and
 * nothing changes: what was dispatched runs.
 */
final class Withdrawing {
    private Withdrawing() {}

    static OperationVerdict decide(Draft draft, OperationInput.Withdrawn input) {
        boolean holds = draft.found()
                .filter(o -> o.claim().isHeldBy(input.runId(), input.requestId()))
                .isPresent();
        draft.effect(Answers.withdraw(draft, input, holds ? Verdict.GRANTED : Verdict.WITHDRAWN));
        return OperationVerdict.of(holds ? What.STILL_GRANTED : What.WITHDRAWN);
    }
}
