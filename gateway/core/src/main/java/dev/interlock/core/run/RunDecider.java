package dev.interlock.core.run;

import java.util.Optional;

/** Decides what one input does to one run. Pure: the same arguments give the same decision. */
public final class RunDecider {
    private RunDecider() {}

    /**
     * Decides.
     *
     * @param before the run's state; empty when it has none
     * @param input what happened
     * @param moment the circumstances
     * @return verdict, changes and effects; {@link RunFold#apply} of the changes to {@code before} gives the state after
     */
    public static RunDecision decide(Optional<RunState> before, RunInput input, Moment moment) {
        RunDraft draft = new RunDraft(before, moment);
        Verdict verdict = verdict(draft, input);
        new LastWord(draft).endWhenSaid();
        return draft.decided(verdict);
    }

    private static Verdict verdict(RunDraft draft, RunInput input) {
        return switch (input) {
            case RunInput.Proposed proposed -> new ProposalJudge(draft).judge(proposed);
            case RunInput.Finished finished -> new FinishJudge(draft).judge(finished);
            case RunInput.Unreadable unreadable -> new ProposalJudge(draft).refuse(unreadable);
            case RunInput.Reported reported -> new ReportTaker(draft).take(reported);
            case RunInput.Running running -> new ReportTaker(draft).running(running);
            case RunInput.Answered answered -> new AnswerTaker(draft).take(answered.answer());
            case RunInput.Admitted admitted -> new Activating(draft).take(admitted);
            case RunInput.Due due -> new DueTaker(draft).take(due.timer());
            case RunInput.Approved approved -> new HoldTaker(draft).approve(approved);
            case RunInput.Rejected rejected -> new HoldTaker(draft).reject(rejected);
            case RunInput.Granted granted -> new GrantTaker(draft).take(granted.grant());
            case RunInput.Resumed resumed -> new ResumeTaker(draft).take(resumed.resume());
            case RunInput.CarriedOver carried -> new ResumeTaker(draft).begin(carried.carryOver());
            case RunInput.Stopped stopped -> new StopTaker(draft).take(stopped.stop());
        };
    }
}
