package dev.interlock.core.operation;

import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ToolError;
import dev.interlock.core.operation.OperationVerdict.What;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.ToolContract;
import dev.interlock.core.run.Answer.Verdict;
import java.util.Optional;

/**
 * Asks workers what became of an unknown operation.
 *
 * <p>The first question waits until the epoch can have no effect any more: what is not there then will never be there,
 * and an answer <em>not committed</em> proves something. Each question has a number, and at most one time is waited for:
 * that of the next question, or, after the last, that of giving up.
 */
final class Querying {
    private Querying() {}

    /** Plans the first question about an epoch that has just become unknown, if anybody can answer. */
    static void plan(Draft draft) {
        Operation operation = draft.operation();
        if (operation.claim().request().contract().asks() && !operation.conflicting()) {
            await(draft, Math.max(draft.atMs(), operation.settledAtMs()));
        }
    }

    /** Asks no more, because it is known or because evidence contradicts evidence. */
    static void end(Draft draft) {
        if (draft.operation().queries().open()) {
            draft.change(new OperationChange.QueriesEnded());
            draft.effect(new OperationEffect.DisarmQuery());
        }
    }

    static OperationVerdict due(Draft draft, OperationInput.QueryDue due) {
        if (draft.found().filter(o -> isAwaited(o, due, draft.atMs())).isEmpty()) {
            return OperationVerdict.of(What.IGNORED);
        }
        Claim claim = draft.operation().claim();
        ToolContract contract = claim.request().contract();
        if (due.attempt() > contract.maxQueries()) {
            draft.change(new OperationChange.QueriesEnded());
            return exhaust(draft);
        }
        draft.change(new OperationChange.QuerySent());
        draft.effect(new OperationEffect.Query(claim, due.attempt(), contract.timeoutMs()));
        await(draft, draft.atMs() + contract.queryWaitMs(due.attempt()));
        draft.effect(new OperationEffect.Show());
        return OperationVerdict.of(What.QUERIED, Reason.UNKNOWN_COMMIT);
    }

    private static boolean isAwaited(Operation operation, OperationInput.QueryDue due, long atMs) {
        return operation.state() == Operation.State.UNKNOWN
                && operation.queries().open()
                && operation.queries().nextAtMs().getAsLong() <= atMs
                && operation.claim().epoch() == due.epoch()
                && operation.queries().sent() + 1 == due.attempt();
    }

    private static void await(Draft draft, long atMs) {
        draft.change(new OperationChange.QueryPlanned(atMs));
        Operation operation = draft.operation();
        int attempt = operation.queries().sent() + 1;
        draft.effect(new OperationEffect.ArmQuery(operation.claim().epoch(), attempt, atMs));
    }

    /**
     * A question was answered without finding out. The next one goes out in its time; there is none after the last, nor
     * where nobody can answer.
     */
    static OperationVerdict unanswered(Draft draft, int attempt, Result result) {
        Operation operation = draft.operation();
        if (!operation.queries().open()) {
            return OperationVerdict.of(What.IGNORED);
        }
        boolean last = attempt == operation.claim().request().contract().maxQueries();
        if (!last && !saysNobodyCan(result)) {
            return OperationVerdict.of(What.NOTED);
        }
        end(draft);
        return exhaust(draft);
    }

    private static boolean saysNobodyCan(Result result) {
        return result.error()
                .filter(e -> e.code().equals(ToolError.NOT_QUERYABLE))
                .isPresent();
    }

    private static OperationVerdict exhaust(Draft draft) {
        Request holder = draft.operation().claim().request();
        draft.effect(Answers.resting(draft, holder, Verdict.EXHAUSTED));
        draft.effect(new OperationEffect.Show());
        return OperationVerdict.of(What.EXHAUSTED, Reason.UNKNOWN_COMMIT);
    }

    /**
     * The epoch an answer speaks of: the one whose dispatch its receipt names, or the one that was asked about where it
     * names none.
     *
     * @return empty when it names a dispatch that is none of this operation's
     */
    static Optional<Integer> epochMeant(Operation operation, OperationInput.Reported input) {
        if (input.names().isEmpty()) {
            return Optional.of(input.epoch());
        }
        for (int epoch = operation.claim().epoch(); epoch >= 1; epoch--) {
            if (Claim.dispatchId(operation.operationId(), epoch)
                    .equals(input.names().get())) {
                return Optional.of(epoch);
            }
        }
        return Optional.empty();
    }

    /** Whether an answer says that the effect is not there. A fence that kept the question from being asked says nothing. */
    static boolean findsNothing(Result result) {
        return result.effect() == Effect.NOT_COMMITTED
                && result.notExecuted().isEmpty()
                && !result.threw()
                && !result.verifierThrew()
                && !result.evidence().malformed();
    }
}
