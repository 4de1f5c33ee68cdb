package dev.interlock.core.run;

import dev.interlock.core.fact.Result;
import dev.interlock.core.fact.ResultStatus;
import dev.interlock.core.fact.ToolError;
import dev.interlock.core.outcome.NextAction;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An outcome being filled in; counters are read when it is finished, so that it shows what was just decided. */
final class OutcomeDraft {
    private final Outcome.Type type;
    private final RunDraft draft;
    private Optional<String> proposalId = Optional.empty();
    private Optional<Status> status = Optional.empty();
    private Optional<ResultStatus> resultStatus = Optional.empty();
    private Optional<Reason> reason = Optional.empty();
    private Denial denial = Denial.PLAIN;
    private Optional<ToolError> error = Optional.empty();
    private Optional<Ending.Blocked> blocked = Optional.empty();
    private Outcome.ValueSource value = Outcome.ValueSource.NONE;
    private List<NextAction> nextActions = List.of();

    OutcomeDraft(Outcome.Type type, RunDraft draft) {
        this.type = type;
        this.draft = draft;
    }

    OutcomeDraft answering(String id) {
        proposalId = Optional.of(id);
        return this;
    }

    OutcomeDraft because(Reason why) {
        reason = Optional.of(why);
        return this;
    }

    OutcomeDraft denial(Denial told) {
        denial = told;
        return this;
    }

    OutcomeDraft next(List<NextAction> actions) {
        nextActions = actions;
        return this;
    }

    OutcomeDraft ending(Ending ending) {
        status = Optional.of(ending.status());
        blocked = ending.blocked();
        error = blocked.flatMap(Ending.Blocked::error);
        boolean hasGood = draft.state().progress().lastGood().isPresent();
        value = hasGood ? Outcome.ValueSource.LAST_GOOD : Outcome.ValueSource.NONE;
        return this;
    }

    OutcomeDraft result(Result result) {
        resultStatus = Optional.of(result.status());
        error = result.error();
        value = Outcome.ValueSource.INPUT;
        denial = Denial.retryAfter(result.retryAfterMs());
        return this;
    }

    Outcome outcome() {
        Optional<RunState> run = draft.found();
        Progress progress = run.map(RunState::progress).orElse(new Progress(Map.of(), 0, Optional.empty()));
        boolean terminal = type == Outcome.Type.TERMINAL;
        return new Outcome(
                type,
                proposalId,
                run.map(RunState::outcomes).orElse(0L),
                status,
                resultStatus,
                reason,
                denial.guard(),
                denial.fault(),
                error,
                value,
                progress.revision(),
                run.map(RunState::budgets).orElse(Budgets.of(draft.policy().ceilings())),
                run.map(s -> s.leftMs(draft.at()))
                        .orElse(draft.policy().ceilings().wallClockMs()),
                terminal ? progress.lastGood() : Optional.empty(),
                blocked,
                run.map(s -> List.copyOf(s.operations().values())).orElse(List.of()),
                run.map(s -> List.copyOf(s.open().values())).orElse(List.of()),
                nextActions,
                type == Outcome.Type.PAUSED ? run.flatMap(s -> s.holds().pending()) : Optional.empty(),
                run.map(RunState::lineage).flatMap(Lineage::resumedFrom),
                run.flatMap(s -> s.chain().activation()),
                denial.retryAfterMs(),
                draft.at());
    }
}
