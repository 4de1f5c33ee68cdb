package dev.interlock.core.run;

import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.ToolError;
import dev.interlock.core.outcome.GuardReading;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import dev.interlock.core.policy.Action;
import dev.interlock.core.policy.Repetition;
import dev.interlock.core.policy.ToolContract.ProgressRule;
import java.util.Optional;

/**
 * Takes a sound result into a run: deadline, final failures, a person's turn, last good, progress, done, retries, idle
 * limit; the second half of design section 6, in its order.
 */
final class Acceptance {
    private final RunDraft draft;
    private final Outcomes outcomes;
    private final Endings endings;

    Acceptance(RunDraft draft) {
        this.draft = draft;
        this.outcomes = new Outcomes(draft);
        this.endings = new Endings(draft);
    }

    /**
     * Takes it.
     *
     * @param call the call it answers, already closed
     * @param type result or replayed
     * @param result the sound result
     * @param appendedAtMs when the broker took it in: what came in time is in time, however late it is read
     */
    Verdict take(OpenCall call, Outcome.Type type, Result result, long appendedAtMs) {
        mark(call, result);
        ended(call, result.status() == ResultStatus.OK ? Went.How.SUCCEEDED : Went.How.FAILED);
        if (draft.state().phase() == Phase.ENDING) {
            return takeWhileEnding(call, type, result, appendedAtMs);
        }
        if (appendedAtMs >= draft.state().deadlineAtMs() && draft.state().phase() != Phase.HELD) {
            outcomes.result(call, type, result, Optional.of(Reason.DEADLINE));
            return endings.stop(Status.STOPPED, Reason.DEADLINE, Optional.of(deadline(appendedAtMs)), Optional.empty());
        }
        return switch (result.status()) {
            case FATAL -> fail(call, type, result, Reason.FATAL);
            case PERMISSION_DENIED -> fail(call, type, result, Reason.PERMISSION_DENIED);
            case POLICY_BLOCKED -> fail(call, type, result, Reason.POLICY_BLOCKED);
            case HUMAN_REQUIRED -> hold(call, result);
            case OK, RETRYABLE -> advance(call, type, result);
            case UNRECOGNISED -> throw new IllegalArgumentException("an unrecognised status is never sound");
        };
    }

    /** What a call leaves behind for the guards of repetition, polls and pages. */
    void mark(OpenCall call, Result result) {
        boolean failed = result.status() != ResultStatus.OK;
        String code = result.error().map(ToolError::code).orElse(result.status().name());
        boolean passing = failed && result.mayPass(call.contract());
        String digest = failed ? "error:" + code : result.value().compared();
        Attempted.Mark mark = new Attempted.Mark(
                digest,
                failed && !passing ? code : "",
                passing,
                Endings.isWrite(call) && result.effect() == Effect.COMMITTED,
                draft.state().history().writes(),
                result.saysPending() && call.contract().poll().isPresent(),
                failed ? "" : result.pageDigest().orElse(""),
                false,
                Optional.empty());
        draft.change(new RunChange.Marked(call.proposalId(), mark));
        new Polls(draft).answered(call, result);
    }

    /**
     * Nobody reported what came of a call. That is no result: it neither speaks for the call nor against it, so it clears
     * nothing, a poll goes on as it was, and nobody idles by it. A policy without a rule for that takes it as a failure.
     */
    void unreported(OpenCall call, Result missing) {
        if (draft.policy().repetition().unreported().isEmpty()) {
            mark(call, missing);
            ended(call, Went.How.FAILED);
            draft.change(new RunChange.Idled());
            return;
        }
        draft.change(new RunChange.Marked(
                call.proposalId(),
                Attempted.Mark.unreported(
                        call.dispatchId(), draft.state().history().writes())));
        ended(call, Went.How.UNKNOWN);
    }

    /** Notes how a call went, for rules about what may follow it. */
    void ended(OpenCall call, Went.How how) {
        boolean wasUnknown = call.state() == OpenCall.Standing.UNKNOWN;
        draft.change(new RunChange.CallEnded(call.call().tool(), how, wasUnknown));
    }

    /** A run that is ending lets nothing through any more; what it still waits for can only complete it. */
    private Verdict takeWhileEnding(OpenCall call, Outcome.Type type, Result result, long appendedAtMs) {
        if (result.status() == ResultStatus.OK) {
            good(call, result);
        }
        progress(call, type, result);
        outcomes.result(call, type, result, Optional.empty());
        if (appendedAtMs >= draft.state().deadlineAtMs()) {
            return endings.stop(Status.STOPPED, Reason.DEADLINE);
        }
        Ending ending = draft.state().ending().orElseThrow();
        if (result.evidence().saysDone() && ending.waits() && ending.completable()) {
            draft.change(new RunChange.EndingBegan(ending.as(Status.COMPLETED, Reason.VALIDATED_DONE)));
        }
        return endings.endIfReady();
    }

    private Verdict fail(OpenCall call, Outcome.Type type, Result result, Reason reason) {
        outcomes.result(call, type, result, Optional.of(reason));
        return endings.stop(Status.STOPPED, reason, call, Optional.of(result));
    }

    private Verdict hold(OpenCall call, Result result) {
        new Holding(draft).asked(call, result);
        call.proposals().forEach(id -> outcomes.paused(id, Reason.HUMAN_REQUIRED, true));
        return Verdict.of(Verdict.What.PAUSED, Reason.HUMAN_REQUIRED, Optional.empty());
    }

    private Verdict advance(OpenCall call, Outcome.Type type, Result result) {
        if (result.status() == ResultStatus.OK) {
            good(call, result);
        }
        progress(call, type, result);
        if (result.evidence().saysDone()) {
            outcomes.result(call, type, result, Optional.empty());
            return endings.finish(Status.COMPLETED, Reason.VALIDATED_DONE, true);
        }
        boolean write = Endings.isWrite(call);
        if (result.status() == ResultStatus.RETRYABLE && write && result.effect() != Effect.NOT_COMMITTED) {
            outcomes.result(call, type, result, Optional.of(Reason.RETRY_AFTER_COMMIT));
            return endings.stop(Status.NEEDS_RECONCILIATION, Reason.RETRY_AFTER_COMMIT, call, Optional.of(result));
        }
        Result spaced = result.mayPass(call.contract())
                ? result.notBefore(call.contract().retryWaitMs(call.attempt()))
                : result;
        noteRetry(call, spaced);
        return answer(call, type, spaced, Optional.empty());
    }

    /** Publishes the result, and ends the run when it idled too long and the policy stops for it. */
    Verdict answer(OpenCall call, Outcome.Type type, Result result, Optional<Reason> wrong) {
        outcomes.result(call, type, result, wrong);
        int limit = draft.policy().repetition().idle();
        int idle = draft.state().progress().idle();
        if (limit > 0 && idle >= limit && stopsForIdling() && !draft.state().closes()) {
            GuardReading reading = new GuardReading("no_progress", limit, idle);
            return endings.stop(Status.STOPPED, Reason.NO_PROGRESS, Optional.of(reading), Optional.empty());
        }
        return Verdict.of(Verdict.What.TAKEN);
    }

    private boolean stopsForIdling() {
        return draft.policy().action(Reason.NO_PROGRESS) instanceof Action.Stop;
    }

    private void good(OpenCall call, Result result) {
        draft.change(new RunChange.WasGood(new LastGood(
                call.proposalId(),
                call.call().tool(),
                result.value().digest(),
                call.call().operationId(),
                Optional.empty())));
        draft.effect(new RunEffect.KeepLastGood());
    }

    private void progress(OpenCall call, Outcome.Type type, Result result) {
        Progress before = draft.state().progress();
        String counter = before.counter(result.evidence().counter());
        boolean rose = result.evidence().revision().isPresent()
                && result.evidence().revision().getAsLong() > before.revision(counter);
        if (rose) {
            draft.change(new RunChange.RevisionRose(
                    counter, result.evidence().revision().getAsLong(), clearsWindow()));
        } else if (type == Outcome.Type.RESULT && isNew(call, result)) {
            draft.change(new RunChange.ResultWasNew(news(call, result), false));
        } else if (type != Outcome.Type.RESULT || !new Polls(draft).waits(call, result)) {
            draft.change(new RunChange.Idled());
        }
    }

    /** What is compared across the whole run, or only with its neighbours, is not forgotten because of progress. */
    private boolean clearsWindow() {
        Repetition.Span span = draft.policy().repetition().identical().span();
        return span == Repetition.Span.WINDOW || span == Repetition.Span.SINCE_PROGRESS;
    }

    private boolean isNew(OpenCall call, Result result) {
        boolean brought = Endings.isWrite(call)
                ? result.effect() == Effect.COMMITTED
                : !result.value().empty();
        return call.contract().progress() == ProgressRule.NEW_RESULT
                && result.status() == ResultStatus.OK
                && brought
                && !draft.state().history().results().contains(news(call, result));
    }

    /** What is new about a result: of a write that it was done at all, since its acknowledgement is always the same. */
    private static String news(OpenCall call, Result result) {
        return Endings.isWrite(call)
                ? call.call().fingerprint()
                : result.value().compared();
    }

    private void noteRetry(OpenCall call, Result result) {
        String fingerprint = call.call().fingerprint();
        if (result.status() == ResultStatus.RETRYABLE) {
            long notBefore = result.retryAfterMs().isPresent()
                    ? draft.at() + result.retryAfterMs().getAsLong()
                    : 0;
            draft.change(new RunChange.RetryNoted(fingerprint, new History.Retry(call.attempt(), notBefore)));
        } else if (draft.state().history().retries().containsKey(fingerprint)) {
            draft.change(new RunChange.RetryForgotten(fingerprint));
        }
    }

    private GuardReading deadline(long appendedAtMs) {
        RunState run = draft.state();
        return new GuardReading("deadline", run.wallClockMs(), run.ranMs(appendedAtMs));
    }
}
