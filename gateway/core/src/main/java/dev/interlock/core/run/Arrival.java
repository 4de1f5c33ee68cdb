package dev.interlock.core.run;

import dev.interlock.core.outcome.Reason;
import dev.interlock.core.policy.Horizons;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** How a proposal meets its run: a resend, a stale one, one for an ended run, or one to be judged. */
final class Arrival {
    private final RunDraft draft;
    private final Outcomes outcomes;
    private final Endings endings;

    Arrival(RunDraft draft) {
        this.draft = draft;
        this.outcomes = new Outcomes(draft);
        this.endings = new Endings(draft);
    }

    /**
     * Rows 0 and 1 of the contract's order. Begins the run when there is none.
     *
     * @return the verdict when that settles the proposal; empty when it is to be judged
     */
    Optional<Verdict> settle(
            String proposalId, String contentDigest, String agentId, long issuedAtMs, Optional<RunInput.Prior> prior) {
        if (prior.isPresent() && draft.found().isPresent()) {
            return Optional.of(resend(proposalId, contentDigest, prior.get()));
        }
        if (draft.found().isEmpty()) {
            if (isStale(issuedAtMs)) {
                outcomes.turnAway(Optional.of(proposalId), Reason.STALE_PROPOSAL, Optional.empty());
                return Optional.of(Verdict.of(Verdict.What.DENIED, Reason.STALE_PROPOSAL, Optional.empty()));
            }
            if (Lineage.isIssued(draft.moment().runId())) {
                outcomes.turnAway(Optional.of(proposalId), Reason.NOT_RESUMED_YET, Optional.empty());
                return Optional.of(Verdict.of(Verdict.What.DENIED, Reason.NOT_RESUMED_YET, Optional.empty()));
            }
            begin(agentId);
        }
        new RunClock(draft).goOn();
        return ended(proposalId);
    }

    /** Row 1: what a proposal is told in a run that ends; empty in one that goes on. */
    Optional<Verdict> ended(String proposalId) {
        return switch (draft.state().phase()) {
            case ENDED -> Optional.of(repeatTerminal(proposalId));
            case ENDING -> Optional.of(Verdict.of(Verdict.What.PENDING));
            case OPEN, HELD, RECONCILING -> Optional.empty();
        };
    }

    private Verdict resend(String proposalId, String contentDigest, RunInput.Prior prior) {
        if (!prior.contentDigest().equals(contentDigest)) {
            return conflict(proposalId);
        }
        if (isTrueStill(prior.told())) {
            draft.effect(new RunEffect.RepeatAnswer(proposalId));
            return Verdict.of(Verdict.What.REPEATED);
        }
        return draft.state().phase() == Phase.ENDED ? repeatTerminal(proposalId) : Verdict.of(Verdict.What.PENDING);
    }

    /** A run that ends waits for nobody: whoever was told to wait is told how it ended, as all that got no answer are. */
    private boolean isTrueStill(RunInput.Told told) {
        return switch (told) {
            case NOTHING -> false;
            case PAUSED -> draft.state().judges();
            case FINAL -> true;
        };
    }

    private Verdict conflict(String proposalId) {
        Reason reason = Reason.PROPOSAL_CONFLICT;
        if (draft.state().judges()) {
            draft.change(new RunChange.Denied(reason.code()));
            outcomes.denied(proposalId, reason, Denial.PLAIN, false);
            endings.endWhenDeniedTooOften(Optional.of(Ending.Blocked.denied(proposalId, Optional.empty())));
        } else {
            outcomes.turnAway(Optional.of(proposalId), reason, Optional.empty());
        }
        return Verdict.of(Verdict.What.DENIED, reason, Optional.empty());
    }

    private Verdict repeatTerminal(String proposalId) {
        draft.effect(new RunEffect.RepeatTerminal(proposalId));
        return Verdict.of(Verdict.What.REPEATED);
    }

    private boolean isStale(long issuedAtMs) {
        Horizons horizons = draft.policy().horizons();
        long at = draft.at();
        return issuedAtMs < at - horizons.proposalMs() || issuedAtMs > at + horizons.skewMs();
    }

    private void begin(String agentId) {
        long at = draft.at();
        long deadline = at + draft.policy().ceilings().wallClockMs();
        draft.change(new RunChange.Began(new RunState(
                draft.moment().runId(),
                agentId,
                draft.moment().policyHash(),
                Phase.OPEN,
                at,
                deadline,
                at,
                Budgets.of(draft.policy().ceilings()),
                Map.of(),
                new Progress(Map.of(), 0, Optional.empty()),
                History.EMPTY,
                Map.of(),
                Map.of(),
                Optional.empty(),
                0,
                0,
                OptionalLong.empty(),
                Holds.NONE,
                Chain.NONE,
                List.of(),
                Lineage.NONE)));
        draft.effect(new RunEffect.Arm(new Timer.Deadline(), deadline));
    }
}
