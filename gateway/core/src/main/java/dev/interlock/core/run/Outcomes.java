package dev.interlock.core.run;

import dev.interlock.core.fact.Fault;
import dev.interlock.core.fact.Result;
import dev.interlock.core.outcome.NextAction;
import dev.interlock.core.outcome.Reason;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Makes and publishes the outcomes of one decision. */
final class Outcomes {
    private final RunDraft draft;

    Outcomes(RunDraft draft) {
        this.draft = draft;
    }

    /** Answers a proposal with a denial. {@code keeps} says whether that is the proposal's answer from now on. */
    void denied(String proposalId, Reason reason, Denial denial, boolean keeps) {
        publish(
                draftOf(Outcome.Type.DENIED)
                        .answering(proposalId)
                        .because(reason)
                        .denial(denial)
                        .next(new LastWord(draft).next()),
                keeps);
    }

    /** Answers a proposal of an open run that could not be read; it is nobody's stored answer. */
    void deniedUnreadable(RunInput.Unreadable unreadable) {
        OutcomeDraft outcome = draftOf(Outcome.Type.DENIED)
                .because(unreadable.fault().reason())
                .denial(Denial.faulty(unreadable.fault()));
        unreadable.proposalId().ifPresent(outcome::answering);
        publish(outcome, false);
    }

    /** Answers where there is no run to count anything in, and none is begun. */
    void turnAway(Optional<String> proposalId, Reason reason, Optional<Fault> fault) {
        OutcomeDraft outcome = draftOf(Outcome.Type.DENIED).because(reason);
        proposalId.ifPresent(outcome::answering);
        fault.ifPresent(f -> outcome.denial(Denial.faulty(f)));
        draft.effect(new RunEffect.Publish(outcome.outcome(), false));
    }

    /** Answers a proposal with its result. {@code wrong} is what kept it from being believed. */
    void result(OpenCall call, Outcome.Type type, Result result, Optional<Reason> wrong) {
        for (String proposalId : call.proposals()) {
            OutcomeDraft outcome = draftOf(type).answering(proposalId).result(result);
            wrong.ifPresent(outcome::because);
            publish(outcome, true);
        }
    }

    /** Publishes what became of a call after its run ended. */
    void settled(OpenCall call, Optional<Result> result, Optional<Reason> reason) {
        for (String proposalId : call.proposals()) {
            OutcomeDraft outcome = draftOf(Outcome.Type.SETTLED).answering(proposalId);
            result.ifPresent(outcome::result);
            reason.ifPresent(outcome::because);
            publish(outcome, true);
        }
    }

    /** Tells a proposal that a person has to act first. */
    void paused(String proposalId, Reason reason, boolean keeps) {
        OutcomeDraft outcome =
                draftOf(Outcome.Type.PAUSED).answering(proposalId).because(reason);
        publish(outcome.next(List.of(NextAction.HUMAN_REVIEW)), keeps);
    }

    /** Publishes the one terminal outcome. */
    void terminal(Ending ending) {
        OutcomeDraft outcome = draftOf(Outcome.Type.TERMINAL)
                .ending(ending)
                .because(ending.reason())
                .denial(new Denial(
                        ending.guard(), ending.blocked().flatMap(Ending.Blocked::fault), OptionalLong.empty()));
        publish(outcome.next(ending.reason().nextActions(ending.status())), true);
    }

    private OutcomeDraft draftOf(Outcome.Type type) {
        return new OutcomeDraft(type, draft);
    }

    private void publish(OutcomeDraft outcome, boolean keeps) {
        draft.change(new RunChange.Published());
        draft.effect(new RunEffect.Publish(outcome.outcome(), keeps));
    }
}
