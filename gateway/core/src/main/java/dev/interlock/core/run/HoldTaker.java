package dev.interlock.core.run;

import dev.interlock.core.fact.Mistake;
import dev.interlock.core.outcome.Reason;
import java.util.Optional;

/**
 * Takes what a person says about a held call, or that nobody said anything. What a person says counts only for the hold
 * named, while it is pending and not expired, and an approval only for the call that person saw.
 */
final class HoldTaker {
    private final RunDraft draft;
    private final Holding holding;

    HoldTaker(RunDraft draft) {
        this.draft = draft;
        this.holding = new Holding(draft);
    }

    Verdict approve(RunInput.Approved approved) {
        return pending(approved.holdId())
                .map(hold -> approve(hold, approved))
                .orElseGet(() -> findsNothing(approved.holdId()));
    }

    Verdict reject(RunInput.Rejected rejected) {
        return pending(rejected.holdId())
                .map(hold -> reject(hold, rejected))
                .orElseGet(() -> findsNothing(rejected.holdId()));
    }

    /** Nobody answered in time: that is a denial, and it says that no person gave it. */
    Verdict due() {
        Optional<Hold> pending = draft.state().holds().pending();
        boolean asked = draft.state().holds().asking().isPresent();
        boolean expired =
                pending.filter(h -> !asked || draft.at() >= h.expiresAtMs()).isPresent();
        return expired ? holding.refuse(pending.get(), Reason.APPROVAL_EXPIRED) : holding.giveUp();
    }

    private Verdict approve(Hold hold, RunInput.Approved approved) {
        if (!hold.call().digest().equals(approved.digest())) {
            return mismatches(hold, approved.digest());
        }
        if (draft.at() >= hold.expiresAtMs()) {
            reject("hold_id", "names a call that was approved before " + hold.expiresAtMs(), hold.holdId());
            return holding.refuse(hold, Reason.APPROVAL_EXPIRED);
        }
        holding.settle(new RunChange.HoldMoved(hold.holdId(), Hold.Standing.GRANTED));
        if (draft.state().phase() == Phase.HELD) {
            answerWaiting(hold);
            return Verdict.of(Verdict.What.NOTED);
        }
        return new ProposalJudge(draft).approved(hold, approved.fault());
    }

    private Verdict reject(Hold hold, RunInput.Rejected rejected) {
        return rejected.digest()
                .filter(digest -> !digest.equals(hold.call().digest()))
                .map(digest -> mismatches(hold, digest))
                .orElseGet(() -> holding.refuse(hold, Reason.APPROVAL_REJECTED));
    }

    /**
     * The call was approved, but the run waits for a person for another reason. Nothing speaks against the call, so this
     * is counted against nobody: the approval stays free, and who proposes the call again is told what is waited for.
     */
    private void answerWaiting(Hold hold) {
        draft.effect(new RunEffect.DropPayload(hold.proposal().proposalId()));
        Outcomes outcomes = new Outcomes(draft);
        hold.proposals().forEach(id -> outcomes.denied(id, Reason.HUMAN_REQUIRED, Denial.PLAIN, true));
    }

    private Verdict findsNothing(String holdId) {
        reject("hold_id", "names a call of this run that waits for a person", holdId);
        return Verdict.of(Verdict.What.IGNORED);
    }

    private Verdict mismatches(Hold hold, String digest) {
        reject("digest", "is that of the call that waits, " + hold.call().digest(), digest);
        return Verdict.of(Verdict.What.MISMATCHED);
    }

    private void reject(String field, String rule, String value) {
        draft.effect(new RunEffect.Reject(new Mistake(field, rule, value)));
    }

    private Optional<Hold> pending(String holdId) {
        return draft.found()
                .filter(run -> run.phase() == Phase.HELD)
                .flatMap(run -> run.holds().hold(holdId))
                .filter(hold -> hold.standing() == Hold.Standing.PENDING);
    }
}
