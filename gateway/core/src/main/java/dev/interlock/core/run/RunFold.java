package dev.interlock.core.run;

import dev.interlock.core.fact.Kind;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Applies decided changes to a run's state. The one way a state comes to be: when deciding, when loading and when
 * replaying the journal.
 */
public final class RunFold {
    private RunFold() {}

    /**
     * The state after one change.
     *
     * @param before the state before; empty when there is no run
     * @param change what was decided
     * @return the state after; empty when the run was forgotten
     * @throws IllegalStateException when the change needs a run and there is none
     */
    public static Optional<RunState> apply(Optional<RunState> before, RunChange change) {
        return switch (change) {
            case RunChange.Began began -> Optional.of(began.initial());
            case RunChange.Forgotten forgotten -> Optional.empty();
            default -> {
                RunState state =
                        before.orElseThrow(() -> new IllegalStateException("no run to apply " + change + " to"));
                yield Optional.of(edit(new RunEdit(state), state, change).state());
            }
        };
    }

    private static RunEdit edit(RunEdit edit, RunState state, RunChange change) {
        return switch (change) {
            case RunChange.Began began -> edit;
            case RunChange.Forgotten forgotten -> edit;
            case RunChange.Clocked c -> edit.clock(c.atMs());
            case RunChange.Owned c -> edit.owner(c.ownerEpoch());
            case RunChange.TurnCharged c ->
                edit.turn(c.agentId(), c.turn()).budgets(b -> b.turns(b.turns().use(1)));
            case RunChange.UserSpoke c -> userSpoke(edit, c);
            case RunChange.Opened c -> opened(edit, c);
            case RunChange.ReplayAsked c -> edit.put(c.call()).numbered();
            case RunChange.Granted c ->
                edit.put(state.open().get(c.id()).standing(OpenCall.Standing.DISPATCHED, c.dispatchId()));
            case RunChange.Renewed c -> renewed(edit, state, c);
            case RunChange.Settled c -> settled(edit, state.open().get(c.id()), c.costMicros());
            case RunChange.Refunded c -> refunded(edit, state.open().get(c.id()));
            case RunChange.LeftUnknown c -> leftUnknown(edit, state.open().get(c.id()));
            case RunChange.OperationLearnt c -> edit.learn(c.operation());
            case RunChange.Denied c ->
                edit.budgets(b -> b.denials(b.denials().use(1))).history(h -> h.deny(c.reason()));
            case RunChange.CeilingsRaised c -> raised(edit.granted(c.controlId()), c);
            case RunChange.Held c -> edit.holds(h -> h.asked(c.asking())).hold();
            case RunChange.HoldOpened c ->
                edit.holds(h -> h.with(c.hold())).hold().numbered();
            case RunChange.HoldJoined c -> edit.holds(h -> h.change(c.holdId(), o -> o.joined(c.proposalId())));
            case RunChange.HoldMoved c -> edit.holds(h -> h.moved(c.holdId(), c.standing()));
            case RunChange.HoldClosed c -> edit.holds(h -> h.without(c.holdId()));
            case RunChange.Released c -> edit.release();
            case RunChange.WentOn c -> edit.goOn();
            case RunChange.OfLimits c -> ofLimits(edit, state, c);
            case RunChange.OfChain c -> ofChain(edit, c);
            case RunChange.Reconciling c -> edit.phase(Phase.RECONCILING);
            case RunChange.Reconciled c -> edit.phase(Phase.OPEN);
            case RunChange.Published c -> edit.published();
            case RunChange.Wrote c -> edit.history(History::wrote);
            case RunChange.Marked c -> edit.history(h -> h.mark(c.proposalId(), c.mark()));
            case RunChange.RetryNoted c -> edit.history(h -> h.retry(c.fingerprint(), c.retry()));
            case RunChange.RetryForgotten c -> edit.history(h -> h.forgetRetry(c.fingerprint()));
            case RunChange.PollNoted c -> edit.history(h -> h.tallies(t -> t.poll(c.fingerprint(), c.poll())));
            case RunChange.PollOver c -> edit.history(h -> h.tallies(t -> t.forgetPoll(c.fingerprint())));
            case RunChange.CallEnded c -> edit.history(h -> h.tallies(t -> t.ended(c)));
            case RunChange.RevisionRose c ->
                progressed(edit.progress(p -> p.rose(c.subject(), c.revision())), c.clears());
            case RunChange.ResultWasNew c ->
                progressed(edit.progress(Progress::advanced).history(h -> h.saw(c.digest())), c.clears());
            case RunChange.Idled c -> edit.progress(Progress::idled);
            case RunChange.WasGood c -> edit.progress(p -> p.good(c.result()));
            case RunChange.Closing c -> edit.ending(c.ending());
            case RunChange.EndingBegan c ->
                edit.phase(Phase.ENDING).ending(c.ending()).holds(Holds::voided).chain(Chain::ended);
            case RunChange.WaitingEnded c -> edit.ending(Ending::impatient);
            case RunChange.WithdrawSent c -> edit.ending(e -> e.withdrawSent(c.id()));
            case RunChange.WithdrawAnswered c -> edit.ending(e -> e.withdrawAnswered(c.id()));
            case RunChange.Ended c ->
                edit.end().ending(c.as()).history(h -> h.ended(state.open().values()));
            case RunChange.Resumed c -> edit.resumed(c.successor());
        };
    }

    private static RunEdit ofLimits(RunEdit edit, RunState state, RunChange.OfLimits change) {
        return switch (change) {
            case RunChange.Sent c ->
                edit.history(h -> h.tallies(t -> t.rates(t.rates().sent(c.tool(), c.rules(), state.lastAtMs()))));
            case RunChange.HandedOver c ->
                edit.budgets(b -> b.handoffs(b.handoffs().use(1)));
            case RunChange.RetriesUsed c ->
                edit.budgets(b -> b.retries(b.retries().use(c.count())));
            case RunChange.Paid c -> edit.budgets(b -> b.cost(b.cost().use(c.costMicros())));
            case RunChange.Told c -> edit.history(h -> h.told(c.tool(), c.unreported()));
            case RunChange.ReportedLate c -> edit.history(h -> h.reportedLate(c.dispatchId()));
            case RunChange.LastTurnFreed c -> edit.budgets(b -> b.freed(c.costMicros()));
        };
    }

    private static RunEdit ofChain(RunEdit edit, RunChange.OfChain change) {
        return switch (change) {
            case RunChange.AdmissionAsked c ->
                edit.chain(chain -> chain.asked(c.operationId(), c.first())).numbered();
            case RunChange.Caused c -> edit.chain(chain -> chain.caused(c.operationId()));
            case RunChange.AdmissionAwaited c -> edit.chain(chain -> chain.awaiting(c.awaited()));
            case RunChange.AdmissionAnswered c -> edit.chain(chain -> chain.answered(c.membership()));
        };
    }

    private static RunEdit userSpoke(RunEdit edit, RunChange.UserSpoke spoke) {
        edit.history(h -> h.spoke(spoke.userTurn()));
        return spoke.clears() ? edit.history(History::clearCalls).progress(Progress::advanced) : edit;
    }

    private static RunEdit raised(RunEdit edit, RunChange.CeilingsRaised raised) {
        raised.rises().forEach(rise -> edit.raise(rise.ceiling(), rise.amount()));
        return edit;
    }

    private static RunEdit progressed(RunEdit edit, boolean clears) {
        return clears ? edit.history(History::clearCalls) : edit;
    }

    private static RunEdit opened(RunEdit edit, RunChange.Opened opened) {
        OpenCall call = opened.call();
        Attempted attempted = new Attempted(
                call.proposalId(),
                call.agentId(),
                call.turn(),
                call.contract().counted(call.call().tool()),
                call.call().kind(),
                call.call().fingerprint(),
                call.call().page().filter(page -> call.contract().page().isPresent()),
                Optional.empty());
        edit.put(call)
                .numbered()
                .history(h -> h.remember(attempted, opened.window()).tallies(t -> t.opened(call, h.writes())));
        edit.budgets(b -> b.calls(b.calls().reserve(1)).cost(b.cost().reserve(call.reservedMicros())));
        return call.call().kind() == Kind.MODEL
                ? edit.budgets(b -> b.modelCalls(b.modelCalls().reserve(1)))
                : edit;
    }

    private static RunEdit renewed(RunEdit edit, RunState state, RunChange.Renewed renewed) {
        OpenCall call = state.open().get(renewed.id());
        return edit.close(renewed.id())
                .put(call.again(renewed.newId(), renewed.attempt(), renewed.standing(), state.lastAtMs()))
                .numbered();
    }

    private static RunEdit settled(RunEdit edit, OpenCall call, OptionalLong costMicros) {
        edit.close(call.id());
        if (call.replay()) {
            return edit;
        }
        edit.budgets(b -> b.calls(b.calls().settle(1)).cost(paid(b.cost(), call, costMicros)));
        return isModel(call) ? edit.budgets(b -> b.modelCalls(b.modelCalls().settle(1))) : edit;
    }

    /** What a call cost takes the place of what was reserved for it. */
    static Budget paid(Budget cost, OpenCall call, OptionalLong actual) {
        return cost.refund(call.reservedMicros()).use(actual.orElse(call.reservedMicros()));
    }

    private static RunEdit refunded(RunEdit edit, OpenCall call) {
        edit.close(call.id());
        if (call.replay()) {
            return edit;
        }
        if (!call.inherited()) {
            edit.history(h -> h.forgetCall(call.proposalId()));
        }
        edit.history(h -> h.tallies(t -> t.refunded(call)));
        edit.budgets(b -> b.calls(b.calls().refund(1)).cost(b.cost().refund(call.reservedMicros())));
        return isModel(call) ? edit.budgets(b -> b.modelCalls(b.modelCalls().refund(1))) : edit;
    }

    private static RunEdit leftUnknown(RunEdit edit, OpenCall call) {
        return edit.put(call.standing(OpenCall.Standing.UNKNOWN, call.dispatchId()));
    }

    private static boolean isModel(OpenCall call) {
        return call.call().kind() == Kind.MODEL;
    }
}
