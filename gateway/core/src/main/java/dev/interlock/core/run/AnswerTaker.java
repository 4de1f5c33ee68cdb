package dev.interlock.core.run;

import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.Soundness;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import java.util.Optional;
import java.util.OptionalLong;

/** Takes what the operation stage answers. A request is settled by its first final answer; later ones change nothing. */
final class AnswerTaker {
    private final RunDraft draft;
    private final Outcomes outcomes;
    private final Endings endings;
    private final Holding holding;

    AnswerTaker(RunDraft draft) {
        this.draft = draft;
        this.outcomes = new Outcomes(draft);
        this.endings = new Endings(draft);
        this.holding = new Holding(draft);
    }

    Verdict take(Answer answer) {
        if (draft.found().isEmpty()) {
            return Verdict.of(Verdict.What.IGNORED);
        }
        Optional<OpenCall> open = Optional.ofNullable(draft.state().open().get(answer.requestId()));
        if (answer.to() == Answer.To.WITHDRAW) {
            return withdrawAnswered(open, answer);
        }
        return open.map(call -> settled(call, answer)).orElse(Verdict.of(Verdict.What.IGNORED));
    }

    private Verdict withdrawAnswered(Optional<OpenCall> open, Answer answer) {
        boolean waitedFor = draft.state().phase() == Phase.ENDING
                && draft.state().ending().orElseThrow().withdrawsOpen().contains(answer.requestId());
        if (!waitedFor) {
            return Verdict.of(Verdict.What.IGNORED);
        }
        draft.change(new RunChange.WithdrawAnswered(answer.requestId()));
        boolean unclaimed =
                open.filter(c -> c.state() == OpenCall.Standing.REQUESTED).isPresent();
        if (unclaimed && answer.verdict() == Answer.Verdict.WITHDRAWN) {
            close(open.get(), new RunChange.Refunded(answer.requestId()));
            holding.back(open.get(), answer);
        }
        return endings.endIfReady();
    }

    /** A run that was resumed tells its successor what became of a write: both keep the same reservation of it. */
    private Verdict settled(OpenCall call, Answer answer) {
        Verdict verdict =
                call.inherited() ? new InheritedTaker(draft, this).take(call, answer) : answered(call, answer);
        boolean moved = answer.verdict() == Answer.Verdict.EXHAUSTED
                || !call.equals(draft.state().open().get(call.id()));
        draft.state()
                .lineage()
                .successor()
                .filter(successor -> moved)
                .ifPresent(successor -> draft.effect(new RunEffect.Forward(successor.runId(), answer)));
        return verdict;
    }

    private Verdict answered(OpenCall call, Answer answer) {
        return switch (answer.verdict()) {
            case GRANTED -> granted(call, answer);
            case REFUSED, WITHDRAWN -> refused(call, answer);
            case RECHECK -> recheck(call, answer);
            case REPLAYED -> replayed(call, answer);
            case COMMITTED -> committed(call, answer);
            case NOT_COMMITTED -> notCommitted(call, answer);
            case UNKNOWN -> unknown(call, answer);
            case EXHAUSTED -> exhausted(call, answer);
        };
    }

    private Verdict granted(OpenCall call, Answer answer) {
        if (call.state() != OpenCall.Standing.REQUESTED) {
            return Verdict.of(Verdict.What.IGNORED);
        }
        holding.used(call);
        draft.change(new RunChange.Granted(call.id(), answer.dispatchId().orElse(call.id())));
        learn(call, answer, KnownOperation.State.IN_FLIGHT);
        return endings.endIfReady();
    }

    private Verdict refused(OpenCall call, Answer answer) {
        Reason otherwise = answer.retryAfterMs().isPresent() ? Reason.RETRY_TOO_EARLY : Reason.OPERATION_IN_FLIGHT;
        Reason reason = answer.reason().orElse(otherwise);
        return refused(
                call, answer, new Finding(reason, new Denial(answer.guard(), Optional.empty(), answer.retryAfterMs())));
    }

    private Verdict refused(OpenCall call, Answer answer, Finding finding) {
        close(call, new RunChange.Refunded(call.id()));
        holding.back(call, answer);
        Reason reason = finding.reason();
        Denial denial = finding.denial();
        if (draft.state().judges()) {
            Ending.Blocked blocked = Ending.Blocked.denied(call.proposalId(), Optional.of(call.call()));
            call.approval().stream()
                    .flatMap(a -> a.joined().stream())
                    .forEach(id -> outcomes.denied(id, reason, denial, true));
            return new Guards(draft).fire(finding, blocked);
        }
        call.proposals().forEach(id -> outcomes.denied(id, reason, denial, true));
        Verdict ending = endings.endIfReady();
        return ending.what() == Verdict.What.NOTED ? Verdict.of(Verdict.What.SETTLED) : ending;
    }

    private Verdict recheck(OpenCall call, Answer answer) {
        boolean now = answer.retryAfterMs().isEmpty() && new Retries(draft).mayRetry(call);
        if (now && !holding.isVoid(call, answer)) {
            return new Retries(draft).again(call);
        }
        return draft.moment()
                .closed(call.call().kind())
                .map(closed -> refused(call, answer, closed))
                .orElseGet(() -> refused(call, answer));
    }

    private Verdict replayed(OpenCall call, Answer answer) {
        close(call, new RunChange.Refunded(call.id()));
        holding.back(call, answer);
        learn(call, answer, KnownOperation.State.COMMITTED);
        return accept(call, answer, Outcome.Type.REPLAYED);
    }

    private Verdict committed(OpenCall call, Answer answer) {
        reconcile(call);
        close(call, new RunChange.Settled(call.id(), cost(answer)));
        learn(call, answer, KnownOperation.State.COMMITTED);
        draft.change(new RunChange.Wrote());
        countAdapter(answer);
        return accept(call, answer, Outcome.Type.RESULT);
    }

    /**
     * What the worker's fence kept from running is tried again, and so is what turned out later not to have happened: there
     * the agent was told nothing yet. A worker that says so itself has a failure to report, and the agent gets it.
     */
    private Verdict notCommitted(OpenCall call, Answer answer) {
        Result result = answer.result().orElseThrow(() -> lacksResult(answer));
        learn(call, answer, KnownOperation.State.NOT_COMMITTED);
        reconcile(call);
        if (result.notExecuted().isPresent()) {
            return new Retries(draft).notExecuted(call, result);
        }
        boolean foundLater = call.state() == OpenCall.Standing.UNKNOWN;
        boolean canTryNow =
                result.mayPass(call.contract()) && answer.retryAfterMs().isEmpty() && new Retries(draft).mayRetry(call);
        if (foundLater && canTryNow && new Retries(draft).pays(call, result.costMicros())) {
            return new Retries(draft).again(call);
        }
        close(call, new RunChange.Settled(call.id(), result.costMicros()));
        countAdapter(answer);
        return foundLater ? take(call, answer, Outcome.Type.RESULT, result) : accept(call, answer, Outcome.Type.RESULT);
    }

    /** New writes are judged again once nothing is unknown any more; what is being closed does not count. */
    void reconcile(OpenCall settled) {
        RunState run = draft.state();
        boolean others = run.open().values().stream()
                .anyMatch(call ->
                        call.state() == OpenCall.Standing.UNKNOWN && !call.id().equals(settled.id()));
        if (run.phase() == Phase.RECONCILING && !others) {
            draft.change(new RunChange.Reconciled());
        }
    }

    /** Takes a settled write's result as any result is taken; its soundness was judged before it was settled. */
    private Verdict accept(OpenCall call, Answer answer, Outcome.Type type) {
        Result result = answer.result().orElseThrow(() -> lacksResult(answer));
        Optional<Reason> fault = Soundness.fault(result, call.call().kind(), call.contract(), answer.base());
        if (fault.isPresent() && draft.state().judges()) {
            new Acceptance(draft).ended(call, Went.How.FAILED);
            outcomes.result(call, type, waiting(result, answer), fault);
            return endings.stop(Status.NEEDS_RECONCILIATION, fault.get(), call, Optional.of(result));
        }
        return take(call, answer, type, result);
    }

    private Verdict take(OpenCall call, Answer answer, Outcome.Type type, Result result) {
        if (draft.state().phase() == Phase.ENDED) {
            outcomes.settled(call, Optional.of(waiting(result, answer)), Optional.empty());
            return Verdict.of(Verdict.What.SETTLED);
        }
        return new Acceptance(draft).take(call, type, waiting(result, answer), answer.appendedAtMs());
    }

    private static Result waiting(Result result, Answer answer) {
        return result.notBefore(answer.retryAfterMs());
    }

    static OptionalLong cost(Answer answer) {
        return answer.result().map(Result::costMicros).orElse(OptionalLong.empty());
    }

    private static IllegalArgumentException lacksResult(Answer answer) {
        return new IllegalArgumentException("an answer " + answer.verdict() + " needs a result");
    }

    private Verdict unknown(OpenCall call, Answer answer) {
        if (call.state() == OpenCall.Standing.UNKNOWN) {
            return Verdict.of(Verdict.What.IGNORED);
        }
        leaveUnknown(call, answer);
        if (draft.state().phase() == Phase.ENDED) {
            outcomes.settled(call, answer.result(), answer.reason());
            return Verdict.of(Verdict.What.SETTLED);
        }
        return endings.endIfReady();
    }

    void leaveUnknown(OpenCall call, Answer answer) {
        draft.change(new RunChange.LeftUnknown(call.id()));
        new Acceptance(draft).ended(call, Went.How.UNKNOWN);
        learn(call, answer, KnownOperation.State.UNKNOWN);
        draft.change(new RunChange.Wrote());
        if (draft.state().phase() == Phase.OPEN) {
            draft.change(new RunChange.Reconciling());
        }
    }

    /** An ended run has nothing more to end; one that goes on from it may. */
    Verdict exhausted(OpenCall call, Answer answer) {
        if (call.state() != OpenCall.Standing.UNKNOWN) {
            return Verdict.of(Verdict.What.IGNORED);
        }
        if (draft.state().phase() == Phase.ENDED) {
            return Verdict.of(Verdict.What.NOTED);
        }
        Reason reason = answer.reason().orElse(Reason.UNKNOWN_COMMIT);
        return endings.stop(Status.NEEDS_RECONCILIATION, reason, call, answer.result());
    }

    private void close(OpenCall call, RunChange change) {
        draft.change(change);
        draft.effect(new RunEffect.DropPayload(call.proposalId()));
    }

    void countAdapter(Answer answer) {
        int extra = answer.result().map(r -> r.adapterAttempts() - 1).orElse(0);
        if (extra > 0) {
            draft.change(new RunChange.RetriesUsed(extra));
        }
    }

    void learn(OpenCall call, Answer answer, KnownOperation.State state) {
        draft.change(new RunChange.OperationLearnt(new KnownOperation(
                answer.operationId(),
                call.call().tool(),
                call.call().fingerprint(),
                call.call().identityRule(),
                state,
                answer.epoch())));
    }
}
