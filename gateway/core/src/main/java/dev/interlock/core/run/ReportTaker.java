package dev.interlock.core.run;

import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.Soundness;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import dev.interlock.core.policy.ToolContract;
import java.util.Optional;

/** Takes what a worker reports about a read or model call; design section 6. */
final class ReportTaker {
    private final RunDraft draft;
    private final Outcomes outcomes;
    private final Endings endings;

    ReportTaker(RunDraft draft) {
        this.draft = draft;
        this.outcomes = new Outcomes(draft);
        this.endings = new Endings(draft);
    }

    Verdict take(RunInput.Reported reported) {
        Optional<OpenCall> open = draft.found()
                .map(s -> s.open().get(reported.dispatchId()))
                .filter(c -> c.attempt() == reported.attempt() && !Endings.isWrite(c));
        return open.map(call -> taken(call, reported)).orElseGet(() -> late(reported));
    }

    /** What comes too late changes nothing about its call, but nobody can say any more that the tool does not answer. */
    private Verdict late(RunInput.Reported reported) {
        boolean tells =
                reported.result().notExecuted().isEmpty() && !reported.result().timedOut();
        boolean awaited = draft.found()
                .filter(RunState::judges)
                .filter(run -> run.history().calls().stream().anyMatch(c -> c.awaits(reported.dispatchId())))
                .isPresent();
        if (!tells || !awaited) {
            return Verdict.of(Verdict.What.IGNORED);
        }
        draft.change(new RunChange.ReportedLate(reported.dispatchId()));
        return Verdict.of(Verdict.What.NOTED);
    }

    /** A sign of life gives the call its timeout once more, up to the contract's maximum. */
    Verdict running(RunInput.Running running) {
        return draft.found()
                .map(run -> run.open().get(running.dispatchId()))
                .filter(call -> !Endings.isWrite(call) && draft.at() < latestMs(call))
                .map(this::extended)
                .orElse(Verdict.of(Verdict.What.IGNORED));
    }

    private Verdict extended(OpenCall call) {
        long untilMs = Math.min(latestMs(call), draft.at() + call.contract().timeoutMs());
        draft.effect(new RunEffect.Arm(new Timer.Dispatch(call.id(), call.attempt()), untilMs));
        return Verdict.of(Verdict.What.EXTENDED);
    }

    private static long latestMs(OpenCall call) {
        ToolContract contract = call.contract();
        return contract.mayRunOn() ? call.sentAtMs() + contract.maxTimeoutMs() : 0;
    }

    private Verdict taken(OpenCall call, RunInput.Reported reported) {
        Result result = reported.result();
        draft.effect(new RunEffect.Disarm(new Timer.Dispatch(call.id(), call.attempt())));
        if (result.notExecuted().isPresent()) {
            return new Retries(draft).notExecuted(call, result);
        }
        if (result.timedOut()) {
            return new Retries(draft).timedOut(call, result.costMicros());
        }
        draft.change(new RunChange.Settled(call.id(), result.costMicros()));
        draft.effect(new RunEffect.DropPayload(call.proposalId()));
        if (result.adapterAttempts() > 1) {
            draft.change(new RunChange.RetriesUsed(result.adapterAttempts() - 1));
        }
        if (draft.state().phase() == Phase.ENDED) {
            outcomes.settled(call, Optional.of(result), Optional.empty());
            return Verdict.of(Verdict.What.SETTLED);
        }
        Optional<Reason> fault = Soundness.fault(result, call.call().kind(), call.contract(), call.base());
        return fault.map(reason -> unsound(call, result, reason))
                .orElseGet(
                        () -> new Acceptance(draft).take(call, Outcome.Type.RESULT, result, reported.appendedAtMs()));
    }

    /** A read that cannot be believed ends a strict run; otherwise the agent gets the failure as data. */
    private Verdict unsound(OpenCall call, Result result, Reason reason) {
        Acceptance acceptance = new Acceptance(draft);
        acceptance.mark(call, result);
        acceptance.ended(call, Went.How.FAILED);
        if (draft.state().phase() == Phase.ENDING) {
            outcomes.result(call, Outcome.Type.RESULT, result, Optional.of(reason));
            return endings.endIfReady();
        }
        if (draft.policy().stopOnFault()) {
            outcomes.result(call, Outcome.Type.RESULT, result, Optional.of(reason));
            return endings.stop(Status.STOPPED, reason, call, Optional.of(result));
        }
        draft.change(new RunChange.Idled());
        return acceptance.answer(call, Outcome.Type.RESULT, result, Optional.of(reason));
    }
}
