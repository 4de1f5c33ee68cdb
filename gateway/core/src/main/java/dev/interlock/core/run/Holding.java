package dev.interlock.core.run;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Result;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import java.util.List;
import java.util.Optional;

/** Asks a person about a call, keeps what was approved, and ends the waiting; design section 12. */
final class Holding {
    private final RunDraft draft;
    private final Outcomes outcomes;

    Holding(RunDraft draft) {
        this.draft = draft;
        this.outcomes = new Outcomes(draft);
    }

    /** What was approved and not used yet of exactly this call. */
    Optional<OpenCall.Approval> approved(Call call) {
        return draft.state().holds().calls().stream()
                .filter(h -> h.standing() == Hold.Standing.GRANTED && h.isOf(call) && draft.at() < h.expiresAtMs())
                .findFirst()
                .map(Hold::approval);
    }

    /** Asks a person about a call that nothing else speaks against. */
    Verdict ask(Proposal proposal) {
        long until = draft.at() + draft.policy().horizons().holdMs();
        Hold hold = new Hold(Grants.nextId(draft, ".h"), proposal, List.of(), Hold.Standing.PENDING, until);
        draft.change(new RunChange.HoldOpened(hold));
        await();
        return paused(proposal, Reason.APPROVAL_REQUIRED, true);
    }

    /** A result asks for a person. */
    void asked(OpenCall call, Result result) {
        long until = draft.at() + draft.policy().horizons().holdMs();
        draft.change(new RunChange.Held(new Holds.Asking(until, Ending.Blocked.ran(call, Optional.of(result)))));
        await();
    }

    /**
     * A proposal meets a run that waits. The held call, proposed again, joins it: it stages no request of its own, which
     * would wait for an approval of its own. What is told of another call is no answer to it; it is judged when it is
     * proposed again.
     */
    Verdict meet(Proposal proposal) {
        Optional<Hold> pending = draft.state().holds().pending();
        if (pending.isEmpty()) {
            return paused(proposal, Reason.HUMAN_REQUIRED, true);
        }
        boolean joins = proposal.call().filter(pending.get()::isOf).isPresent()
                && pending.get().joined().size() < Hold.MOST_JOINED;
        if (joins) {
            draft.change(new RunChange.HoldJoined(pending.get().holdId(), proposal.proposalId()));
        }
        return paused(proposal, Reason.APPROVAL_REQUIRED, joins);
    }

    /** Ends the run because a person, or the lack of one, said no. */
    Verdict refuse(Hold hold, Reason reason) {
        draft.change(new RunChange.Denied(reason.code()));
        hold.proposals().forEach(id -> outcomes.denied(id, reason, Denial.PLAIN, true));
        return new Endings(draft).stop(Status.NEEDS_HUMAN, reason, Optional.empty(), Optional.of(blocked(hold)));
    }

    /** Ends the run without what a person was asked about. */
    Verdict giveUp() {
        Optional<Ending.Blocked> awaited = draft.state().holds().awaited();
        return new Endings(draft).stop(Status.NEEDS_HUMAN, Reason.HUMAN_REQUIRED, Optional.empty(), awaited);
    }

    /** Nothing more is decided about a pending call. The run goes on unless it waits for something else. */
    void settle(RunChange how) {
        draft.change(how);
        if (draft.state().holds().asking().isEmpty()) {
            release();
        } else {
            await();
        }
    }

    /** Denies a held call, for everybody who waits for it. */
    Verdict deny(Hold hold, Finding finding) {
        draft.effect(new RunEffect.DropPayload(hold.proposal().proposalId()));
        hold.joined().forEach(id -> outcomes.denied(id, finding.reason(), finding.denial(), true));
        return new Guards(draft).fire(finding, blocked(hold));
    }

    /** No person is waited for any more. */
    void release() {
        draft.change(new RunChange.Released());
        draft.effect(new RunEffect.Disarm(new Timer.Hold()));
        draft.effect(new RunEffect.Arm(new Timer.Deadline(), draft.state().deadlineAtMs()));
    }

    /** The approval a call ran under is used up. */
    void used(OpenCall call) {
        standing(call).ifPresent(hold -> draft.change(new RunChange.HoldClosed(hold.holdId())));
    }

    /**
     * A call that was offered with its approval did not run. Only an approval that is not used is free again, and none is
     * in a run that is ending or for a call that a stop reaches.
     */
    void back(OpenCall call, Answer answer) {
        boolean free = !answer.approvalUsed()
                && draft.state().judges()
                && answer.reason().filter(Reason::stops).isEmpty();
        standing(call)
                .map(hold -> free
                        ? new RunChange.HoldMoved(hold.holdId(), Hold.Standing.GRANTED)
                        : new RunChange.HoldClosed(hold.holdId()))
                .ifPresent(draft::change);
    }

    /** Whether the approval a call was offered with lost its worth on the way: it is not used, and its hold is gone. */
    boolean isVoid(OpenCall call, Answer answer) {
        return call.approval().isPresent()
                && !answer.approvalUsed()
                && standing(call).isEmpty();
    }

    static Ending.Blocked blocked(Hold hold) {
        return Ending.Blocked.denied(hold.proposal());
    }

    private Optional<Hold> standing(OpenCall call) {
        return call.approvalId().flatMap(draft.state().holds()::hold);
    }

    private void await() {
        draft.effect(new RunEffect.Disarm(new Timer.Deadline()));
        draft.effect(new RunEffect.Arm(
                new Timer.Hold(), draft.state().holds().nextMs().orElseThrow()));
    }

    private Verdict paused(Proposal proposal, Reason reason, boolean answers) {
        outcomes.paused(proposal.proposalId(), reason, answers);
        return Verdict.of(Verdict.What.PAUSED, reason, Optional.empty());
    }
}
