package dev.interlock.core.operation;

import dev.interlock.core.fact.Stop;
import dev.interlock.core.operation.OperationVerdict.What;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.run.Answer.Verdict;
import java.util.List;

/** Requests for the very same call wait for the claim in flight, instead of being refused. */
final class Joining {
    private Joining() {}

    /**
     * Whether a request may wait. Both contracts must allow it: the one the claim was granted under, which may have
     * changed since, and the requester's own.
     */
    static boolean mayJoin(Operation operation, Request request) {
        int most = Math.min(
                operation.claim().request().contract().maxJoiners(),
                request.contract().maxJoiners());
        return operation.inFlight() && !request.replay() && operation.joiners().size() < most;
    }

    static OperationVerdict join(Draft draft, Request request) {
        draft.change(new OperationChange.Joined(Joiner.of(request)));
        draft.effect(new OperationEffect.Show());
        return OperationVerdict.of(What.JOINED);
    }

    /** The claim came to an end, and all who waited for it are told, each once. */
    static void release(Draft draft) {
        List<Joiner> waiting = draft.operation().joiners();
        if (waiting.isEmpty()) {
            return;
        }
        draft.change(new OperationChange.JoinersLeft(waiting));
        for (Joiner joiner : waiting) {
            draft.effect(
                    switch (draft.operation().state()) {
                        case COMMITTED -> Answers.joined(draft, joiner, Verdict.REPLAYED);
                        case NOT_COMMITTED -> Answers.joined(draft, joiner, Verdict.RECHECK);
                        case UNKNOWN -> Answers.joinRefused(draft, joiner, Reason.UNKNOWN_COMMIT);
                        case IN_FLIGHT -> throw new IllegalStateException("the claim is still in flight");
                    });
        }
    }

    /** A stop ends the waits in its scope, and no others. */
    static boolean stop(Draft draft, Stop stop) {
        Operation operation = draft.operation();
        String tool = operation.claim().request().tool();
        List<Joiner> reached = operation.joiners().stream()
                .filter(joiner -> joiner.isReachedBy(stop, tool))
                .toList();
        if (reached.isEmpty()) {
            return false;
        }
        draft.change(new OperationChange.JoinersLeft(reached));
        reached.forEach(joiner ->
                draft.effect(Answers.joinRefused(draft, joiner, stop.scope().reason())));
        return true;
    }
}
