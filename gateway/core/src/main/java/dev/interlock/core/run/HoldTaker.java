package dev.interlock.core.run;

import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
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
        return pending(approved.holdId()).map(hold -> approve(hold, approved)).orElse(Verdict.of(Verdict.What.IGNORED));
    }

    Verdict reject(RunInput.Rejected rejected) {
        return pending(rejected.holdId()).map(hold -> reject(hold, rejected)).orElse(Verdict.of(Verdict.What.IGNORED));
    }

    /** Nobody answered in time: that is a denial, and it says that no person gave it. */
    Verdict due() {
        Optional<Hold> pending = draft.state().holds().pending();
        boolean asked = draft.state().holds().askedUntilMs().isPresent();
        boolean expired =
                pending.filter(h -> !asked || draft.at() >= h.expiresAtMs()).isPresent();
        return expired
                ? holding.refuse(pending.get(), Reason.APPROVAL_EXPIRED)
                : new Endings(draft).stop(Status.NEEDS_HUMAN, Reason.HUMAN_REQUIRED);
    }

    private Verdict approve(Hold hold, RunInput.Approved approved) {
        if (!hold.call().digest().equals(approved.digest())) {
            return Verdict.of(Verdict.What.MISMATCHED);
        }
        if (draft.at() >= hold.expiresAtMs()) {
            return holding.refuse(hold, Reason.APPROVAL_EXPIRED);
        }
        holding.settle(new RunChange.HoldMoved(hold.holdId(), Hold.Standing.GRANTED));
        if (draft.state().phase() == Phase.HELD) {
            draft.effect(new RunEffect.DropPayload(hold.proposal().proposalId()));
            return Verdict.of(Verdict.What.NOTED);
        }
        return new ProposalJudge(draft).approved(hold);
    }

    private Verdict reject(Hold hold, RunInput.Rejected rejected) {
        boolean another = rejected.digest()
                .filter(digest -> !digest.equals(hold.call().digest()))
                .isPresent();
        return another ? Verdict.of(Verdict.What.MISMATCHED) : holding.refuse(hold, Reason.APPROVAL_REJECTED);
    }

    private Optional<Hold> pending(String holdId) {
        return draft.found()
                .filter(run -> run.phase() == Phase.HELD)
                .flatMap(run -> run.holds().hold(holdId))
                .filter(hold -> hold.standing() == Hold.Standing.PENDING);
    }
}
