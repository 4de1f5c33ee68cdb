package dev.interlock.core.run;

import dev.interlock.core.fact.Call;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import dev.interlock.core.policy.Action;
import java.util.Optional;

/** What follows when a guard fires: deny, deny and stop, or only observe. */
final class Guards {
    private final RunDraft draft;
    private final Outcomes outcomes;
    private final Endings endings;
    private final LastWord lastWord;

    Guards(RunDraft draft) {
        this.draft = draft;
        this.outcomes = new Outcomes(draft);
        this.endings = new Endings(draft);
        this.lastWord = new LastWord(draft);
    }

    /** Whether the guard only watches. */
    boolean observes(Finding finding) {
        return draft.policy().action(finding.reason()) instanceof Action.Observe;
    }

    /**
     * Denies the call, and ends the run where the policy says so. That no operator was heard is nothing the run did: it
     * counts against no ceiling and ends nothing.
     *
     * @param denied the call denied
     */
    Verdict fire(Finding finding, Ending.Blocked denied) {
        Reason reason = finding.reason();
        Ending.Blocked blocked = denied.because(finding.denial().fault());
        if (finding.isClosure()) {
            outcomes.denied(blocked.proposalId(), reason, finding.denial(), true);
            return Verdict.of(Verdict.What.DENIED, reason, finding.denial().guard());
        }
        blocked.call()
                .filter(call -> finding.isSameResult() || finding.isUnreported())
                .ifPresent(call -> draft.change(new RunChange.Told(counted(call), finding.isUnreported())));
        Optional<Status> stop = reason.stopStatus().filter(s -> stops(reason));
        draft.change(new RunChange.Denied(reason.code()));
        boolean speaks = stop.isPresent() && lastWord.isKeptFor(reason);
        if (speaks) {
            lastWord.open(reason, finding.denial().guard(), Optional.of(blocked));
        }
        outcomes.denied(blocked.proposalId(), reason, finding.denial(), true);
        if (stop.isPresent() && !speaks) {
            endings.stop(stop.get(), reason, finding.denial().guard(), Optional.of(blocked));
        } else {
            endings.endWhenDeniedTooOften(Optional.of(blocked));
        }
        return Verdict.of(Verdict.What.DENIED, reason, finding.denial().guard());
    }

    /** The tool whose counters the call shares. */
    private String counted(Call call) {
        return draft.policy()
                .contract(call.tool())
                .map(contract -> contract.counted(call.tool()))
                .orElse(call.tool());
    }

    /** Denies a call of a run of which it is decided how it will end: no guard decides that again. */
    Verdict deny(Finding finding, Ending.Blocked denied) {
        Ending.Blocked blocked = denied.because(finding.denial().fault());
        if (!finding.isClosure()) {
            draft.change(new RunChange.Denied(finding.reason().code()));
        }
        outcomes.denied(blocked.proposalId(), finding.reason(), finding.denial(), true);
        endings.endWhenDeniedTooOften(Optional.of(blocked));
        return Verdict.of(
                Verdict.What.DENIED, finding.reason(), finding.denial().guard());
    }

    /** Whether this guard, firing once more, ends the run. */
    boolean stops(Reason reason) {
        return switch (draft.policy().action(reason)) {
            case Action.Stop stop -> true;
            case Action.DenyThenStop after ->
                draft.state().history().denials().getOrDefault(reason.code(), 0) >= after.denials();
            case Action.Deny deny -> false;
            case Action.Observe observe -> false;
        };
    }
}
