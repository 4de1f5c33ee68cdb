package dev.interlock.core.operation;

import dev.interlock.core.fact.Effect;
import dev.interlock.core.operation.OperationVerdict.What;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.run.Answer.Verdict;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A worker reports on an epoch.
 *
 * <p>A report counts only for a dispatch this stage wrote, and a copy of one says nothing new. A sound report of the
 * current epoch settles the operation, late or not. One that cannot be true together with what is known is kept beside
 * it, and from then on nothing but an operator settles the operation. A report says committed or not committed for this
 * purpose even when something else is wrong with it: an effect that may have happened must not happen again.
 */
final class Reporting {
    private Reporting() {}

    static OperationVerdict decide(Draft draft, OperationInput.Reported input) {
        OptionalInt question = Claim.queryAttempt(draft.operationId(), input.epoch(), input.dispatchId());
        if (question.isPresent()) {
            return found(draft, input, question.getAsInt());
        }
        Report report = report(Report.Source.WORKER, input.epoch(), input);
        if (draft.found()
                .filter(o -> isOfADispatch(o, report, input.dispatchId()))
                .isEmpty()) {
            return OperationVerdict.of(What.IGNORED);
        }
        Operation operation = draft.operation();
        if (report.epoch() < operation.claim().epoch()) {
            return late(draft, report);
        }
        if (operation.conflicting()) {
            return keepAside(draft, report);
        }
        if (Judging.contradicts(operation, report)) {
            return contradict(draft, report);
        }
        return operation.settled() ? OperationVerdict.of(What.IGNORED) : judge(draft, report);
    }

    private static Report report(Report.Source source, int epoch, OperationInput.Reported input) {
        return new Report(source, epoch, input.result(), input.resultDigest(), input.appendedAtMs());
    }

    /** Somebody was asked what became of an epoch, and answers. */
    private static OperationVerdict found(Draft draft, OperationInput.Reported input, int attempt) {
        if (draft.found().filter(o -> input.epoch() <= o.claim().epoch()).isEmpty()) {
            return OperationVerdict.of(What.IGNORED);
        }
        Operation operation = draft.operation();
        boolean current = input.epoch() == operation.claim().epoch();
        if (current && attempt > operation.queries().sent()) {
            return OperationVerdict.of(What.IGNORED);
        }
        Optional<Integer> meant = Querying.epochMeant(operation, input);
        if (input.result().effect() == Effect.COMMITTED && meant.isPresent()) {
            return foundCommitted(draft, input, attempt, meant.get());
        }
        if (!current || operation.state() != Operation.State.UNKNOWN || operation.conflicting()) {
            return OperationVerdict.of(What.IGNORED);
        }
        if (!Querying.findsNothing(input.result())) {
            return Querying.unanswered(draft, attempt, input.result());
        }
        Report report = report(Report.Source.QUERY, input.epoch(), input);
        return Judging.contradicts(operation, report) ? contradict(draft, report) : settle(draft, report);
    }

    /**
     * An effect was found. It speaks of an earlier epoch only where its receipt names that epoch's dispatch: the question
     * alone does not tell which dispatch it came from.
     */
    private static OperationVerdict foundCommitted(Draft draft, OperationInput.Reported input, int attempt, int meant) {
        Operation operation = draft.operation();
        Report report = report(Report.Source.QUERY, meant, input);
        if (meant < operation.claim().epoch()) {
            return input.names().isPresent() ? late(draft, report) : OperationVerdict.of(What.IGNORED);
        }
        if (operation.conflicting()) {
            return keepAside(draft, report);
        }
        return switch (operation.state()) {
            case IN_FLIGHT, COMMITTED -> OperationVerdict.of(What.IGNORED);
            case NOT_COMMITTED -> contradict(draft, report);
            case UNKNOWN -> {
                if (Judging.fault(operation, report).isEmpty()) {
                    yield settle(draft, report);
                }
                yield input.epoch() == meant
                        ? Querying.unanswered(draft, attempt, input.result())
                        : OperationVerdict.of(What.IGNORED);
            }
        };
    }

    private static boolean isOfADispatch(Operation operation, Report report, String dispatchId) {
        return report.epoch() >= 1
                && report.epoch() <= operation.claim().epoch()
                && dispatchId.equals(Claim.dispatchId(operation.operationId(), report.epoch()));
    }

    /** An earlier epoch got its successor because it had no effect. If it had one, that contradicts. */
    private static OperationVerdict late(Draft draft, Report report) {
        boolean contradicts = report.saysCommitted() && !draft.operation().conflicting();
        return contradicts ? contradict(draft, report) : OperationVerdict.of(What.IGNORED);
    }

    private static OperationVerdict contradict(Draft draft, Report report) {
        Operation before = draft.operation();
        draft.change(new OperationChange.Contradicted(report));
        draft.effect(new OperationEffect.KeepContradiction());
        if (before.report().isEmpty()) {
            draft.effect(new OperationEffect.Cancel(before.claim(), Reason.UNKNOWN_COMMIT));
        }
        boolean asked = before.queries().open();
        Querying.end(draft);
        if (before.inFlight()) {
            endWaiting(draft);
        } else if (asked) {
            draft.effect(Answers.resting(draft, before.claim().request(), Verdict.EXHAUSTED));
        }
        draft.effect(new OperationEffect.Show());
        return OperationVerdict.of(What.CONFLICTING, Reason.UNKNOWN_COMMIT);
    }

    private static OperationVerdict judge(Draft draft, Report report) {
        Optional<Reason> fault = Judging.fault(draft.operation(), report);
        if (fault.isEmpty()) {
            return settle(draft, report);
        }
        if (!draft.operation().inFlight()) {
            return keepAside(draft, report);
        }
        draft.change(new OperationChange.LeftUnknown(Optional.of(report)));
        draft.effect(new OperationEffect.KeepReport());
        Querying.plan(draft);
        endWaiting(draft);
        draft.effect(new OperationEffect.Show());
        return OperationVerdict.of(What.UNKNOWN, fault.get());
    }

    private static OperationVerdict settle(Draft draft, Report report) {
        boolean waitedFor = draft.operation().inFlight();
        draft.change(settlement(draft.operation(), report));
        draft.effect(new OperationEffect.KeepReport());
        if (waitedFor) {
            draft.effect(new OperationEffect.DisarmTimeout());
        }
        Querying.end(draft);
        Answers.standing(draft).forEach(draft::effect);
        Joining.release(draft);
        draft.effect(Waiting.horizonOf(draft.operation()));
        draft.effect(new OperationEffect.Show());
        return OperationVerdict.of(report.saysCommitted() ? What.COMMITTED : What.NOT_COMMITTED);
    }

    private static OperationChange settlement(Operation operation, Report report) {
        return report.saysCommitted()
                ? new OperationChange.Committed(report)
                : new OperationChange.NotCommitted(report, Judging.provesNotExecuted(operation, report));
    }

    /** The claim's result is awaited no more, and its holder and all who wait for it are told what stands. */
    private static void endWaiting(Draft draft) {
        draft.effect(new OperationEffect.DisarmTimeout());
        Answers.standing(draft).forEach(draft::effect);
        Joining.release(draft);
    }

    /** What settles nothing is kept where it says more than what is there: whoever settles the operation needs it. */
    private static OperationVerdict keepAside(Draft draft, Report report) {
        boolean saysMore = draft.operation()
                .report()
                .map(kept -> report.saysEither() && !kept.saysEither())
                .orElse(true);
        if (!saysMore) {
            return OperationVerdict.of(What.IGNORED);
        }
        draft.change(new OperationChange.LeftUnknown(Optional.of(report)));
        draft.effect(new OperationEffect.KeepReport());
        draft.effect(new OperationEffect.Show());
        return OperationVerdict.of(What.NOTED);
    }
}
