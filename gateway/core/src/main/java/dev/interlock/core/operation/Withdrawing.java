package dev.interlock.core.operation;

import dev.interlock.core.operation.OperationVerdict.What;
import dev.interlock.core.run.Answer.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * A run takes a request back. One that waits for the claim waits no more. Otherwise it is told whether that request holds
 * the claim, in whatever state the claim is by now, and nothing changes: what was dispatched runs.
 */
final class Withdrawing {
    private Withdrawing() {}

    static OperationVerdict decide(Draft draft, OperationInput.Withdrawn input) {
        Optional<Joiner> waiting = draft.found().flatMap(o -> o.joiner(input.runId(), input.requestId()));
        waiting.ifPresent(joiner -> draft.change(new OperationChange.JoinersLeft(List.of(joiner))));
        boolean holds = draft.found()
                .filter(o -> o.claim().isHeldBy(input.runId(), input.requestId()))
                .isPresent();
        draft.effect(Answers.withdraw(draft, input, holds ? Verdict.GRANTED : Verdict.WITHDRAWN));
        if (waiting.isPresent()) {
            draft.effect(new OperationEffect.Show());
        }
        return OperationVerdict.of(holds ? What.STILL_GRANTED : What.WITHDRAWN);
    }
}
