package dev.interlock.core.run;

import dev.interlock.core.fact.Call;
import dev.interlock.core.fact.Fault;
import dev.interlock.core.fact.Kind;
import dev.interlock.core.fact.Stop;
import dev.interlock.core.outcome.Reason;
import dev.interlock.core.outcome.Status;
import dev.interlock.core.policy.ToolContract;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Judges a proposed call: the rows of design section 5 in their order, the first that fires decides. */
final class ProposalJudge {
    private final RunDraft draft;
    private final Guards guards;
    private final Outcomes outcomes;
    private Optional<Finding> observed = Optional.empty();

    ProposalJudge(RunDraft draft) {
        this.draft = draft;
        this.guards = new Guards(draft);
        this.outcomes = new Outcomes(draft);
    }

    Verdict judge(RunInput.Proposed proposed) {
        Proposal proposal = proposed.proposal();
        boolean first = draft.found().isEmpty();
        Optional<Verdict> settled = new Arrival(draft)
                .settle(
                        proposal.proposalId(),
                        proposal.contentDigest(),
                        proposal.agentId(),
                        proposal.issuedAtMs(),
                        proposed.prior());
        return settled.or(() -> new Activating(draft).await(proposal, first)).orElseGet(() -> judged(proposal));
    }

    /** Judges a proposal that waited for its run's admission. */
    Verdict awaited(Proposal proposal) {
        return new Arrival(draft).ended(proposal.proposalId()).orElseGet(() -> judged(proposal));
    }

    /** A proposal that could not be read is denied and counted, but never begins a run and never ends one by itself. */
    Verdict refuse(RunInput.Unreadable unreadable) {
        Reason reason = unreadable.fault().reason();
        if (draft.found().filter(RunState::judges).isEmpty()) {
            outcomes.turnAway(unreadable.proposalId(), reason, Optional.of(unreadable.fault()));
        } else {
            draft.change(new RunChange.Denied(reason.code()));
            outcomes.deniedUnreadable(unreadable);
            Optional<Ending.Blocked> blocked = unreadable
                    .proposalId()
                    .map(id -> Ending.Blocked.denied(id, Optional.empty()).because(Optional.of(unreadable.fault())));
            new Endings(draft).endWhenDeniedTooOften(blocked);
        }
        return Verdict.of(Verdict.What.DENIED, reason, Optional.empty());
    }

    private Verdict judged(Proposal proposal) {
        Ending.Blocked blocked = Ending.Blocked.denied(proposal);
        if (new Ownership(draft).isStale(proposal.ownerEpoch())) {
            return guards.fire(Finding.of(Reason.STALE_OWNER), blocked);
        }
        Optional<Verdict> stopped = stopped(proposal, blocked);
        if (stopped.isPresent()) {
            return stopped.get();
        }
        if (draft.state().phase() == Phase.HELD) {
            return new Holding(draft).meet(proposal);
        }
        Optional<Finding> over = first(List.of(this::deadline, this::denials));
        if (over.isPresent()) {
            return guards.fire(over.get(), blocked);
        }
        Optional<Finding> closing = closing(proposal);
        if (closing.isPresent()) {
            return guards.deny(closing.get(), blocked);
        }
        Optional<Finding> fired = first(List.of(
                () -> turn(proposal),
                () -> shape(proposal),
                () -> told(proposal, Reason.INVALID_ARGUMENTS),
                () -> nameless(proposal),
                () -> told(proposal, Reason.POLICY_BLOCKED),
                () -> new KnownOperations(draft).check(proposal.call().orElseThrow())));
        if (fired.isPresent()) {
            return guards.fire(fired.get(), blocked);
        }
        return weigh(proposal, blocked);
    }

    private Verdict weigh(Proposal proposal, Ending.Blocked blocked) {
        Call call = proposal.call().orElseThrow();
        ToolContract contract = draft.policy().contract(call.tool()).orElseThrow();
        Grants grants = new Grants(draft, proposal, call, contract);
        Repeats repeats = new Repeats(draft.state(), draft.policy(), proposal.agentId(), proposal.turn(), call);
        CeilingChecks ceilings = new CeilingChecks(draft.state(), draft.policy(), proposal, call, contract);
        if (new KnownOperations(draft).isCommitted(call)) {
            Optional<Finding> endless = first(List.of(repeats::idle, ceilings::parallel));
            return endless.map(f -> guards.fire(f, blocked)).orElseGet(() -> grants.replay(Optional.empty()));
        }
        Polls polls = new Polls(draft);
        Pages pages = new Pages(draft.state(), proposal, call);
        boolean lastWord = draft.state().closes();
        List<Supplier<Optional<Finding>>> soft = lastWord
                ? List.of()
                : List.of(
                        () -> polls.check(call, contract),
                        () -> polls.covers(call, contract) || polls.waitsBeside(call)
                                ? repeats.checkPoll()
                                : repeats.check(),
                        () -> pages.check(contract));
        Optional<Finding> fired = draft.policy().ceilingsFirst()
                ? first(List.of(retryTiming(call), ceilings::check)).or(() -> first(soft))
                : first(List.of(retryTiming(call))).or(() -> first(soft)).or(() -> first(List.of(ceilings::check)));
        return fired.or(() -> draft.moment().closed(call.kind()))
                .map(f -> guards.fire(f, blocked))
                .orElseGet(() -> grant(grants));
    }

    /** Lets the call through, or first asks a person: last, so that nobody is asked about a call that is denied anyway. */
    private Verdict grant(Grants grants) {
        Optional<OpenCall.Approval> approval = new Holding(draft).approved(grants.call());
        boolean asks = approval.isEmpty()
                && (draft.policy().approval().covers(grants.call().tool())
                        || told(grants.proposal(), Reason.APPROVAL_REQUIRED).isPresent())
                && first(List.of(() -> Optional.of(Finding.of(Reason.APPROVAL_REQUIRED))))
                        .isPresent();
        return asks ? new Holding(draft).ask(grants.proposal()) : grants.grant(observed, approval);
    }

    /**
     * Judges a call that a person approved: what may have changed while that person decided is looked at again. What
     * speaks against it now is told as any denial, and the approval stays free unless a stop is the reason.
     */
    Verdict approved(Hold hold, Optional<Fault> fault) {
        Proposal proposal = hold.proposal();
        Call call = hold.call();
        ToolContract contract = draft.policy().contract(call.tool()).orElseThrow();
        Grants grants = new Grants(draft, proposal, call, contract);
        CeilingChecks ceilings = new CeilingChecks(draft.state(), draft.policy(), proposal, call, contract);
        Holding holding = new Holding(draft);
        Optional<Stop> stop = stop(proposal);
        if (stop.isPresent()) {
            draft.change(new RunChange.HoldClosed(hold.holdId()));
            return stop.get().endsRun(draft.state().target())
                    ? endStopped(stop.get().scope().reason(), Holding.blocked(hold))
                    : holding.deny(hold, Finding.of(stop.get().scope().reason()));
        }
        Optional<Finding> blocked = first(List.of(this::deadline, () -> told(fault, Reason.POLICY_BLOCKED)));
        KnownOperations operations = new KnownOperations(draft);
        if (blocked.isEmpty() && operations.isCommitted(call)) {
            return grants.replay(Optional.of(hold.approval()));
        }
        return blocked.or(() -> first(List.of(() -> operations.check(call), ceilings::check)))
                .or(() -> draft.moment().closed(call.kind()))
                .map(finding -> holding.deny(hold, finding))
                .orElseGet(() -> grants.grant(observed, Optional.of(hold.approval())));
    }

    private Optional<Finding> first(List<Supplier<Optional<Finding>>> checks) {
        for (Supplier<Optional<Finding>> check : checks) {
            Optional<Finding> finding = check.get();
            if (finding.isPresent() && !guards.observes(finding.get())) {
                return finding;
            }
            observed = observed.or(() -> finding);
        }
        return Optional.empty();
    }

    private Optional<Verdict> stopped(Proposal proposal, Ending.Blocked blocked) {
        RunState run = draft.state();
        return stop(proposal).map(stop -> {
            Reason reason = stop.scope().reason();
            return stop.endsRun(run.target()) ? endStopped(reason, blocked) : guards.fire(Finding.of(reason), blocked);
        });
    }

    /** The stop that reaches a proposal; one that ends the whole run before any other. */
    private Optional<Stop> stop(Proposal proposal) {
        RunState run = draft.state();
        Moment moment = draft.moment();
        return moment.ending(run.target())
                .or(() -> proposal.call()
                        .flatMap(call -> moment.stops().stream()
                                .filter(s -> s.reaches(run.target(), proposal.agentId(), call.tool(), call.kind()))
                                .min(Comparator.comparing(Stop::scope))));
    }

    private Verdict endStopped(Reason reason, Ending.Blocked blocked) {
        draft.change(new RunChange.Denied(reason.code()));
        outcomes.denied(blocked.proposalId(), reason, Denial.PLAIN, true);
        new Endings(draft).stop(Status.STOPPED, reason, Optional.empty(), Optional.of(blocked));
        return Verdict.of(Verdict.What.DENIED, reason, Optional.empty());
    }

    private Optional<Finding> deadline() {
        RunState run = draft.state();
        return draft.at() >= run.deadlineAtMs()
                ? Optional.of(Finding.counted(Reason.DEADLINE, run.wallClockMs(), run.ranMs(draft.at())))
                : Optional.empty();
    }

    /** A run that goes on from one that was denied too often may be granted more denials first; without that it ends. */
    private Optional<Finding> denials() {
        Budget denials = draft.state().budgets().denials();
        return denials.remaining() < 0
                ? Optional.of(Finding.counted(Reason.DENIALS, denials.allowed(), denials.used() + 1))
                : Optional.empty();
    }

    /**
     * A run that reached a ceiling has one call of a model left, and nothing else. What only comes too soon is no word
     * said: it may come again. What is kept is free for the call from here on.
     */
    private Optional<Finding> closing(Proposal proposal) {
        LastWord lastWord = new LastWord(draft);
        if (!draft.state().closes()) {
            return Optional.empty();
        }
        if (!lastWord.isSaidBy(proposal)) {
            return Optional.of(lastWord.refusal());
        }
        Optional<Finding> tooSoon = proposal.call().flatMap(call -> tooSoon(proposal, call));
        if (tooSoon.isEmpty()) {
            lastWord.release();
        }
        return tooSoon;
    }

    private Optional<Finding> tooSoon(Proposal proposal, Call call) {
        return draft.policy()
                .contract(call.tool())
                .map(contract -> new CeilingChecks(draft.state(), draft.policy(), proposal, call, contract))
                .flatMap(ceilings -> first(List.of(retryTiming(call), ceilings::parallel, ceilings::rate)))
                .or(() -> draft.moment().closed(call.kind()));
    }

    private Optional<Finding> turn(Proposal proposal) {
        RunState run = draft.state();
        proposal.userTurn().stream()
                .filter(t -> t > run.history().userTurn())
                .forEach(t -> draft.change(
                        new RunChange.UserSpoke(t, draft.policy().repetition().userTurnClears())));
        Long charged = run.turns().get(proposal.agentId());
        if (charged != null && proposal.turn() <= charged) {
            return Optional.empty();
        }
        Budget turns = run.budgets().turns();
        if (turns.remaining() <= 0) {
            return Optional.of(Finding.counted(Reason.TURN_BUDGET, turns.allowed(), turns.taken() + 1));
        }
        draft.change(new RunChange.TurnCharged(proposal.agentId(), proposal.turn()));
        return Optional.empty();
    }

    private Optional<Finding> shape(Proposal proposal) {
        Optional<Fault> unreadable =
                proposal.fault().filter(f -> proposal.call().isEmpty() || !Proposal.COUNTED_LATER.contains(f.reason()));
        if (unreadable.isPresent()) {
            return unreadable.map(f -> new Finding(f.reason(), Denial.faulty(f)));
        }
        Optional<Fault> origin = new Activating(draft).fault(proposal);
        if (origin.isPresent()) {
            return origin.map(f -> new Finding(f.reason(), Denial.faulty(f)));
        }
        Call call = proposal.call()
                .orElseThrow(
                        () -> new IllegalArgumentException("a proposal without a call must say what is wrong with it"));
        return draft.policy().contract(call.tool()).isEmpty()
                ? Optional.of(Finding.of(Reason.UNKNOWN_TOOL))
                : Optional.empty();
    }

    /** What was found against the call outside the core, in the row of its reason. */
    private static Optional<Finding> told(Proposal proposal, Reason row) {
        return told(proposal.fault(), row);
    }

    private static Optional<Finding> told(Optional<Fault> found, Reason row) {
        return found.filter(fault -> fault.reason() == row).map(fault -> new Finding(row, Denial.faulty(fault)));
    }

    private static Optional<Finding> nameless(Proposal proposal) {
        return proposal.call()
                .filter(call -> call.kind() == Kind.WRITE && call.operationId().isEmpty())
                .map(call -> Finding.of(Reason.MISSING_OPERATION_ID));
    }

    private Supplier<Optional<Finding>> retryTiming(Call call) {
        return () -> Optional.ofNullable(draft.state().history().retries().get(call.fingerprint()))
                .filter(retry -> retry.notBeforeMs() > draft.at())
                .map(retry -> new Finding(
                        Reason.RETRY_TOO_EARLY,
                        Denial.retryAfter(java.util.OptionalLong.of(retry.notBeforeMs() - draft.at()))));
    }
}
