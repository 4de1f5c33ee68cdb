package dev.interlock.core.run;

import dev.interlock.core.fact.Result;

/**
 * Takes what became of a write that a resumed run inherited: it was asked for, is answered and published in the ended run,
 * which passes the answer on. Here it only moves what is reserved, once, and what is known of its operation. Nothing is
 * tried again for it, and it brings no progress, and no end but when nobody will know what became of it.
 */
final class InheritedTaker {
    private final RunDraft draft;
    private final AnswerTaker answers;

    InheritedTaker(RunDraft draft, AnswerTaker answers) {
        this.draft = draft;
        this.answers = answers;
    }

    Verdict take(OpenCall call, Answer answer) {
        return switch (answer.verdict()) {
            case COMMITTED -> committed(call, answer);
            case NOT_COMMITTED -> notCommitted(call, answer);
            case UNKNOWN -> unknown(call, answer);
            case EXHAUSTED -> exhausted(call, answer);
            default -> Verdict.of(Verdict.What.IGNORED);
        };
    }

    private Verdict committed(OpenCall call, Answer answer) {
        answers.reconcile(call);
        draft.change(new RunChange.Settled(call.id(), AnswerTaker.cost(answer)));
        answers.learn(call, answer, KnownOperation.State.COMMITTED);
        draft.change(new RunChange.Wrote());
        new Acceptance(draft).ended(call, Went.How.SUCCEEDED);
        answers.countAdapter(answer);
        return new Endings(draft).endIfReady();
    }

    private Verdict notCommitted(OpenCall call, Answer answer) {
        answers.reconcile(call);
        answers.learn(call, answer, KnownOperation.State.NOT_COMMITTED);
        if (answer.result().flatMap(Result::notExecuted).isPresent()) {
            draft.change(new RunChange.Refunded(call.id()));
        } else {
            draft.change(new RunChange.Settled(call.id(), AnswerTaker.cost(answer)));
            new Acceptance(draft).ended(call, Went.How.FAILED);
            answers.countAdapter(answer);
        }
        return new Endings(draft).endIfReady();
    }

    /** Whoever resumed amidst a write did not know that it would stay unknown; of one unknown by then they did. */
    private Verdict exhausted(OpenCall call, Answer answer) {
        boolean knew = call.carried().filter(OpenCall.Standing.UNKNOWN::equals).isPresent();
        return knew ? Verdict.of(Verdict.What.NOTED) : answers.exhausted(call, answer);
    }

    private Verdict unknown(OpenCall call, Answer answer) {
        if (call.state() == OpenCall.Standing.UNKNOWN) {
            return Verdict.of(Verdict.What.IGNORED);
        }
        answers.leaveUnknown(call, answer);
        return new Endings(draft).endIfReady();
    }
}
