package dev.interlock.core.run;

import dev.interlock.core.fact.Effect;
import dev.interlock.core.fact.Evidence;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.ToolError;
import dev.interlock.core.fact.Value;
import java.util.Optional;
import java.util.OptionalLong;

/** Tries a call again on the gateway's own account, within the one retry budget, or gives up on it. */
final class Retries {
    private final RunDraft draft;
    private final Outcomes outcomes;

    Retries(RunDraft draft) {
        this.draft = draft;
        this.outcomes = new Outcomes(draft);
    }

    /** The worker's fence proved that the call was never started: try again, or give back what it reserved. */
    Verdict notExecuted(OpenCall call, Result result) {
        if (mayRetry(call)) {
            return again(call);
        }
        draft.change(new RunChange.Refunded(call.id()));
        return givenUp(call, result);
    }

    /**
     * A read's result is missing: try again, or count it as used. What a person approved may have run once, and was
     * approved for once.
     *
     * @param costMicros what it cost all the same, where its worker says so
     */
    Verdict timedOut(OpenCall call, OptionalLong costMicros) {
        Result missing = missing();
        boolean again = missing.mayPass(call.contract()) && call.approval().isEmpty() && mayRetry(call);
        if (again && pays(call, costMicros)) {
            return again(call);
        }
        draft.change(new RunChange.Settled(call.id(), costMicros));
        if (draft.state().judges()) {
            new Acceptance(draft).unreported(call, missing);
        }
        return givenUp(call, missing);
    }

    /** Whether one more attempt is within the contract, the ceiling, every stop in force and the dead-man switch. */
    boolean mayRetry(OpenCall call) {
        RunState run = draft.state();
        boolean stopped = draft.moment().stops().stream()
                .anyMatch(s -> s.reaches(
                                run.target(),
                                call.agentId(),
                                call.call().tool(),
                                call.call().kind())
                        || s.endsRun(run.target()));
        boolean judged = run.phase() == Phase.OPEN || (run.phase() == Phase.RECONCILING && !Endings.isWrite(call));
        boolean said = run.closes() && call.call().kind() != Kind.MODEL;
        return judged
                && !said
                && !stopped
                && draft.moment().closed(call.call().kind()).isEmpty()
                && draft.at() < run.deadlineAtMs()
                && call.attempt() <= call.contract().maxRetries()
                && run.budgets().retries().remaining() > 0
                && run.budgets().cost().remaining() >= 0
                && isInTime(run, call);
    }

    private boolean isInTime(RunState run, OpenCall call) {
        Rates.Rules rules = Rates.Rules.of(draft.policy(), call.contract());
        return run.history()
                .tallies()
                .rates()
                .check(call.contract().counted(call.call().tool()), rules, draft.at())
                .isEmpty();
    }

    /**
     * Pays an attempt that may have run before the next is made, where the ceiling of cost lasts for both.
     *
     * @param costMicros what the attempt cost; empty when nobody says so, and then it counts as the most it may have cost
     */
    boolean pays(OpenCall call, OptionalLong costMicros) {
        long paid = costMicros.orElse(call.reservedMicros());
        boolean lasts = Costs.lastsFor(draft.state().budgets().cost(), paid);
        if (lasts && paid > 0) {
            draft.change(new RunChange.Paid(paid));
        }
        return lasts;
    }

    Verdict again(OpenCall call) {
        String id = Grants.nextId(draft, call.call().kind());
        boolean write = Endings.isWrite(call);
        OpenCall.Standing standing = write ? OpenCall.Standing.REQUESTED : OpenCall.Standing.DISPATCHED;
        draft.change(new RunChange.RetriesUsed(1));
        draft.change(new RunChange.Renewed(call.id(), id, call.attempt() + 1, standing));
        OpenCall renewed = draft.state().open().get(id);
        Grants.sent(draft, renewed);
        if (write) {
            Grants.request(draft, renewed);
        } else {
            Grants.execute(draft, renewed);
        }
        return Verdict.of(Verdict.What.RETRIED);
    }

    private Verdict givenUp(OpenCall call, Result result) {
        draft.effect(new RunEffect.DropPayload(call.proposalId()));
        if (draft.state().phase() == Phase.ENDED) {
            outcomes.settled(call, Optional.of(result), Optional.empty());
            return Verdict.of(Verdict.What.SETTLED);
        }
        if (draft.state().phase() == Phase.ENDING) {
            outcomes.result(call, Outcome.Type.RESULT, result, Optional.empty());
            return new Endings(draft).endIfReady();
        }
        return new Acceptance(draft).answer(call, Outcome.Type.RESULT, result, Optional.empty());
    }

    private static Result missing() {
        return new Result(
                ResultStatus.RETRYABLE,
                Effect.NONE,
                Evidence.NONE,
                Value.ABSENT,
                Optional.of(new ToolError(ToolError.Kind.TRANSIENT, ToolError.TIMEOUT)),
                Optional.empty(),
                OptionalLong.empty(),
                1);
    }
}
