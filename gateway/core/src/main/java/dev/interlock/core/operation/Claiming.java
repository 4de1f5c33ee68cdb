package dev.interlock.core.operation;

import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Stop;
import dev.interlock.core.fact.StopScope;
import dev.interlock.core.operation.Operation.State;
import dev.interlock.core.operation.OperationVerdict.What;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.run.Answer.Verdict;
import java.util.List;
import java.util.Optional;

/** A run asks for an operation: it gets a new epoch, the stored result, a place among those who wait, or a refusal. */
final class Claiming {
    private Claiming() {}

    static OperationVerdict decide(Draft draft, OperationInput.Requested input) {
        Request request = input.request();
        if (draft.found()
                .filter(o -> o.claim().isHeldBy(request.runId(), request.requestId()))
                .isPresent()) {
            return repeat(draft);
        }
        if (draft.found()
                .flatMap(o -> o.joiner(request.runId(), request.requestId()))
                .isPresent()) {
            return OperationVerdict.of(What.JOINED);
        }
        Optional<Refusal> refusal = refusal(draft, input);
        if (refusal.isPresent()) {
            return refuse(draft, request, refusal.get());
        }
        if (draft.found().filter(o -> o.state() == State.COMMITTED).isPresent()) {
            draft.effect(Answers.resting(draft, request, Verdict.REPLAYED));
            return OperationVerdict.of(What.REPLAYED);
        }
        if (draft.found().filter(Operation::inFlight).isPresent()) {
            return Joining.join(draft, request);
        }
        return input.closure()
                .filter(closure -> closure.reaches(Kind.WRITE))
                .map(closure -> refuse(draft, request, Refusal.closed(closure, draft.atMs())))
                .orElseGet(() -> grant(draft, request));
    }

    private static OperationVerdict refuse(Draft draft, Request request, Refusal refusal) {
        draft.effect(Answers.refused(draft, request, refusal));
        return OperationVerdict.of(What.REFUSED, refusal.reason());
    }

    /** The request that holds the claim came twice: it is told what stands, and nothing is executed for it again. */
    private static OperationVerdict repeat(Draft draft) {
        Answers.standing(draft).forEach(draft::effect);
        return OperationVerdict.of(
                switch (draft.operation().state()) {
                    case IN_FLIGHT -> What.STILL_GRANTED;
                    case COMMITTED -> What.COMMITTED;
                    case NOT_COMMITTED -> What.NOT_COMMITTED;
                    case UNKNOWN -> What.UNKNOWN;
                });
    }

    private static Optional<Refusal> refusal(Draft draft, OperationInput.Requested input) {
        Request request = input.request();
        return stopped(request, input.stops())
                .or(() -> draft.found().flatMap(o -> mistaken(o, request)))
                .or(() -> draft.found().flatMap(o -> busy(o, request, draft.atMs())))
                .or(() -> withoutResult(draft, request))
                .or(() -> draft.found().flatMap(o -> unapproved(o, request)));
    }

    private static Optional<Refusal> stopped(Request request, List<Stop> stops) {
        return stops.stream()
                .filter(request::isReachedBy)
                .map(Stop::scope)
                .min(StopScope::compareTo)
                .map(scope -> Refusal.of(scope.reason()));
    }

    private static Optional<Refusal> mistaken(Operation operation, Request request) {
        Request held = operation.claim().request();
        if (!held.identityRule().equals(request.identityRule())) {
            return Optional.of(Refusal.of(Reason.IDENTITY_RULE_CHANGED));
        }
        boolean same = held.tool().equals(request.tool()) && held.fingerprint().equals(request.fingerprint());
        return same ? Optional.empty() : Optional.of(Refusal.of(Reason.OPERATION_CONFLICT));
    }

    private static Optional<Refusal> busy(Operation operation, Request request, long atMs) {
        return switch (operation.state()) {
            case IN_FLIGHT ->
                Joining.mayJoin(operation, request)
                        ? Optional.empty()
                        : Optional.of(Refusal.of(Reason.OPERATION_IN_FLIGHT));
            case UNKNOWN -> Optional.of(Refusal.of(Reason.UNKNOWN_COMMIT));
            case NOT_COMMITTED -> request.replay() ? Optional.empty() : Retrying.refusal(operation, request, atMs);
            case COMMITTED -> Optional.empty();
        };
    }

    /**
     * A run asks for a stored result only after it was told of one. When there is none any more, the run's knowledge and
     * this stage's do not meet, and executing is the one thing that must not follow: waiting does not help, a person does.
     */
    private static Optional<Refusal> withoutResult(Draft draft, Request request) {
        boolean stored = draft.found().filter(o -> o.state() == State.COMMITTED).isPresent();
        return request.replay() && !stored ? Optional.of(Refusal.of(Reason.UNKNOWN_COMMIT)) : Optional.empty();
    }

    /**
     * An approval is good for one execution. It may be used again only for the operation that used it last, once that is
     * known not to have happened.
     */
    private static Optional<Refusal> unapproved(Operation operation, Request request) {
        Claim last = operation.claim();
        boolean again = operation.state() == State.NOT_COMMITTED
                && last.request().approvalId().equals(request.approvalId());
        boolean refused = !request.replay()
                && request.approvalId().isPresent()
                && !again
                && operation.state() != State.COMMITTED
                && (last.hasUsed(request.approvalId()) || last.approvals().size() >= Claim.MOST_APPROVALS);
        return refused ? Optional.of(Refusal.of(Reason.APPROVAL_REQUIRED)) : Optional.empty();
    }

    private static OperationVerdict grant(Draft draft, Request request) {
        Claim claim = Claim.of(draft.operationId(), draft.found().map(Operation::claim), request, draft.atMs());
        long timeoutMs = request.contract().timeoutMs();
        draft.change(new OperationChange.Claimed(draft.operationId(), claim));
        draft.effect(new OperationEffect.Execute(claim, timeoutMs));
        Answers.standing(draft).forEach(draft::effect);
        draft.effect(new OperationEffect.ArmTimeout(claim.epoch(), draft.atMs() + timeoutMs));
        draft.effect(new OperationEffect.Show());
        return OperationVerdict.of(What.GRANTED);
    }
}
